import { failed, success, type Result } from '#shared/result.ts'
import type { Services } from '../services.ts'
import type { DocumentFacts } from './facts.ts'

/** Time in which a prepared document can be saved or printed, so that a confirmation is not outdated. */
const validForMs = 10 * 60_000
const maxDocuments = 20

/** The prepared documents, in memory only. */
export interface KeptDocuments {
  /** Returns the document's id. */
  add(facts: DocumentFacts): string
  find(id: string): Result<DocumentFacts, { readonly code: 'document-gone' }>
  drop(): void
}

/** Creates the store. New documents replace the oldest ones. */
export function keptDocuments({ system }: Pick<Services, 'system'>): KeptDocuments {
  const kept = new Map<string, { readonly facts: DocumentFacts; readonly until: number }>()
  return {
    add(facts) {
      const id = system.randomHex(16)
      kept.set(id, { facts, until: system.monotonic() + validForMs })
      for (const oldest of [...kept.keys()].slice(0, -maxDocuments)) kept.delete(oldest)
      return id
    },
    find(id) {
      const found = kept.get(id)
      return found === undefined || system.monotonic() >= found.until ? failed({ code: 'document-gone' }) : success(found.facts)
    },
    drop() { kept.clear() },
  }
}
