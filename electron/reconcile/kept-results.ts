/**
 * The results, and the readings of statements, that this computer stores in a separate folder. A result is not a fact
 * about money, so it is not part of the history and can be deleted as a whole at any time.
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { ProfileId } from '#shared/brands.ts'
import { profileIdSchema } from '#shared/model/values/branded.ts'
import { keptResultSchema, readingSchema, type KeptResult } from '#shared/model/payments/reconcile.ts'
import { z } from '#shared/model/values/zod.ts'
import type { Reading } from '#shared/reconcile/read-lines.ts'
import type { Decision, Reconciled } from '#shared/reconcile/reconciliation.ts'
import { writeAtomically } from '../common/files/atomic-file.ts'
import { decisionsOf, resultOf, storedDecisions, storedResult } from './stored-result.ts'

/** Limits: further results, and older ones, are removed when a new one is stored. */
const mostResults = 50
const longestKeptDays = 400
const mostSources = 100
const dayMs = 86_400_000

/** How the columns of a source are read for a profile; `key` is the `sourceKey` of its headers. */
const keptSourceSchema = z.object({ profileId: profileIdSchema, key: z.string(), reading: readingSchema })
type KeptSource = z.infer<typeof keptSourceSchema>

const indexSchema = z.object({
  results: z.array(keptResultSchema).readonly(), sources: z.array(keptSourceSchema).readonly(),
})
type Index = z.infer<typeof indexSchema>

/** A stored result: its facts, the comparison, and the decisions of persons since. */
interface KeptParts {
  readonly facts: KeptResult
  readonly reconciled: Reconciled
  readonly decisions: readonly Decision[]
}

export interface KeptResults {
  /** Newest first. */
  list(): readonly KeptResult[]
  /** Stores a result, or its facts after a decision. Throws if the disk refuses it. */
  keep(facts: KeptResult, reconciled: Reconciled): Promise<void>
  keepDecisions(facts: KeptResult, decisions: readonly Decision[]): void
  /** Null for a result that is not stored, or that cannot be read. */
  read(resultId: string): KeptParts | null
  remove(resultId: string): void
  reading(profileId: ProfileId, key: string): Reading | null
  keepReading(source: KeptSource): void
}

/** Opens the folder; it is created with the first result. */
export function keptResults(folder: string): KeptResults {
  const indexPath = join(folder, 'results.json')
  const resultPath = (resultId: string): string => join(folder, `${resultId}.json.gz`)
  const decisionsPath = (resultId: string): string => join(folder, `${resultId}.decisions.json`)

  function read(): Index {
    try {
      return indexSchema.parse(JSON.parse(readFileSync(indexPath, 'utf8')))
    } catch {
      // Missing or damaged: the next result creates it. SECURITY: ids are parts of paths, so the schema checks them.
      return { results: [], sources: [] }
    }
  }

  function write(index: Index): void {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    writeAtomically(indexPath, JSON.stringify(index))
  }

  function removeFiles(resultId: string): void {
    for (const path of [resultPath(resultId), decisionsPath(resultId)]) rmSync(path, { force: true })
  }

  function put(facts: KeptResult): void {
    const { results, sources } = read()
    const all = [facts, ...results.filter(({ resultId }) => resultId !== facts.resultId)]
      .toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at))
    const oldest = Date.parse(facts.at) - longestKeptDays * dayMs
    const kept = all.filter(({ at }, place) => place < mostResults && Date.parse(at) >= oldest)
    write({ results: kept, sources })
    for (const { resultId } of all) if (kept.every((one) => one.resultId !== resultId)) removeFiles(resultId)
  }

  return {
    list: () => read().results,
    async keep(facts, reconciled) {
      const bytes = await storedResult(reconciled)
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      writeAtomically(resultPath(facts.resultId), bytes)
      put(facts)
    },
    keepDecisions(facts, decisions) {
      writeAtomically(decisionsPath(facts.resultId), storedDecisions(decisions))
      put(facts)
    },
    read(resultId) {
      const facts = read().results.find((one) => one.resultId === resultId)
      if (facts === undefined) return null
      try {
        const path = decisionsPath(resultId)
        return {
          facts, reconciled: resultOf(readFileSync(resultPath(resultId))),
          decisions: existsSync(path) ? decisionsOf(readFileSync(path, 'utf8')) : [],
        }
      } catch {
        // Removed or damaged: the statement can be compared again.
        return null
      }
    },
    remove(resultId) {
      const { results, sources } = read()
      if (results.length > 0) write({ results: results.filter((one) => one.resultId !== resultId), sources })
      removeFiles(resultId)
    },
    reading: (profileId, key) =>
      read().sources.find((source) => source.profileId === profileId && source.key === key)?.reading ?? null,
    keepReading(source) {
      const { results, sources } = read()
      const others = sources.filter(({ profileId, key }) => profileId !== source.profileId || key !== source.key)
      write({ results, sources: [source, ...others].slice(0, mostSources) })
    },
  }
}
