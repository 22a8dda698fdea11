/** The modules of the first screen, for the bundler's chunks. */
import type { Rolldown } from 'vite'

type Chunking = Parameters<Extract<Rolldown.CodeSplittingGroup['name'], (...given: never[]) => unknown>>[1]

/**
 * The modules of this project that are loaded with `entry`, except those that import zod and those that only these
 * import: the first screen uses no schema.
 */
export function modulesLoadedWith(entry: string): (context: Chunking) => ReadonlySet<string> {
  let found: Set<string> | null = null
  return (context) => {
    if (found !== null) return found
    const importedBy = (id: string): readonly string[] => context.getModuleInfo(id)?.importedIds ?? []
    found = new Set([entry])
    // The loop over a set includes elements that are added while it runs.
    for (const id of found) {
      for (const next of importedBy(id)) {
        if (!isForeign(next) && !isZod(next) && !importedBy(next).some(isZod)) found.add(next)
      }
    }
    return found
  }
}

const isForeign = (id: string): boolean => id.includes('node_modules')
const isZod = (id: string): boolean => /[\\/]shared[\\/]model[\\/]values[\\/]zod\.ts$/.test(id)
