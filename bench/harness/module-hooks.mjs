/** Names every module of a file on standard error while it is loaded. */
export async function load(url, context, next) {
  if (url.startsWith('file:')) process._rawDebug(`module ${url}`)
  return next(url, context)
}
