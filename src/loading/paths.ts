import { lstat } from 'node:fs/promises'
import { isAbsolute, relative, sep } from 'node:path'

/** Whether a path is a folder or lies below it; both absolute, compared as names only. */
export function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path)
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way))
}

/** Whether a path has an entry of its own: a file, a folder, a link that may lead nowhere. */
export async function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  )
}
