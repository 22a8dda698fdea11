/** Recognises the operation and entry point of a URL (§4, addendum 1 to 3). */
import { operationIds, operations, type Operation } from '../gateway/operations/operations.ts'
import { documentedPaths, operationPath } from '../gateway/operations/operation-paths.ts'
import type { Switches } from '../gateway/operations/switches.ts'

export interface Recognised {
  readonly operation: Operation
  /** As in the path: `22903` or `group/117`. */
  readonly entryPointSegment: string
  readonly entryPointId: string
}

/** The operation whose path the URL contains; null if there is none. */
export function recogniseUrl(url: string, switches: Switches): Recognised | null {
  const path = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*([^?#]*)/i.exec(url)?.[1] ?? ''
  const api = path.indexOf('/api/')
  const below = api < 0 ? '' : path.slice(api + '/api'.length)
  for (const id of operationIds) {
    for (const start of new Set([operationPath(operations[id], switches), ...documentedPaths(operations[id])])) {
      const rest = below.startsWith(start) ? below.slice(start.length) : ''
      const match = /^(?:group\/)?([^/]+)\/?$/.exec(rest)
      if (match !== null) {
        return { operation: operations[id], entryPointSegment: rest.replace(/\/$/, ''), entryPointId: match[1] ?? '' }
      }
    }
  }
  return null
}
