import { chunkerRegistry } from '../../chunking/index.js'
import { findDatabase } from '../database.js'
import { findConfigFile, readConfigFile, readSettings, type SettingFlags, type Settings } from '../settings.js'
import { version } from '../version.js'
import { checkDatabase, checkSqlite } from './database.js'
import { checkEnvironment } from './environment.js'
import { checkEmbedding, checkGeneration, checkReranking } from './models.js'
import { checkPackages } from './packages.js'
import { problemOf } from './remedy.js'
import type { DoctorReport, Problem } from './report.js'

/** The oldest Node that the package runs on. */
const WANTED_NODE = '20.19'

/**
 * Tries everything that is configured and says what does not work. The network is used only where a model is named.
 *
 * @param tell hears what is being tried
 * @throws TesseraError `ABORTED`
 */
export async function examine(
  flags: SettingFlags,
  signal: AbortSignal,
  tell: (text: string) => void,
): Promise<DoctorReport> {
  const problems: Problem[] = []
  const settings = readableSettings(flags, problems)
  const sqlite = await checkSqlite(problems)
  const path = findDatabase(settings.db)
  tell(`opening ${path}`)
  const database = await checkDatabase(path, problems)
  const index = database.indexes.find(({ name }) => name === settings.index)
  const { embeddingModel, generationModel, rerankingModel } = settings
  if (embeddingModel) tell(`asking ${embeddingModel.provider} for a vector`)
  const embedding = embeddingModel ? await checkEmbedding(embeddingModel, index, problems, signal) : null
  if (generationModel) tell(`asking ${generationModel.provider} for a word`)
  const generation = generationModel ? await checkGeneration(generationModel, problems, signal) : null
  if (rerankingModel) tell(`asking ${rerankingModel.provider} for a score`)
  const reranking = rerankingModel ? await checkReranking(rerankingModel, problems, signal) : null
  if (!isAtLeast(process.versions.node, WANTED_NODE)) {
    problems.push({
      problem: `Node ${process.versions.node} is too old.`,
      remedy: `Install Node ${WANTED_NODE} or later.`,
    })
  }
  return {
    version,
    node: { version: process.versions.node, wanted: `>=${WANTED_NODE}` },
    platform: `${process.platform} ${process.arch}`,
    sqlite,
    config: describeConfig(),
    database,
    embedding,
    generation,
    reranking,
    environment: checkEnvironment(),
    strategies: chunkerRegistry.list().map(({ name }) => name),
    packages: checkPackages(),
    problems,
  }
}

/** Settings that are wrong are what a doctor is asked about: they are a problem, and the rest is looked at without them. */
function readableSettings(flags: SettingFlags, problems: Problem[]): Settings {
  try {
    return readSettings(flags)
  } catch (error) {
    problems.push(problemOf('The settings cannot be used', error))
    return { db: flags.db || process.env['TESSERA_DB'] || undefined, index: flags.index ?? 'default' }
  }
}

function describeConfig(): DoctorReport['config'] {
  const path = findConfigFile()
  if (path === undefined) return null
  try {
    return { path, sets: Object.keys(readConfigFile()?.values ?? {}) }
  } catch {
    // Why it cannot be read stands among the problems already.
    return { path, sets: [] }
  }
}

function isAtLeast(version: string, wanted: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [wantedMajor = 0, wantedMinor = 0] = wanted.split('.').map(Number)
  return major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)
}
