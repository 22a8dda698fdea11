/** Today after a kill: its sums are those of the entries that the list counts. */
import { isDeepStrictEqual } from 'node:util'
import type { Today } from '#shared/model/figures/today.ts'
import { figureNames, figures, filterOfNumber, type FigureName } from '#shared/model/figures/today-numbers.ts'
import type { Application } from './services.ts'
import { valueOf } from './resolve.ts'

/** Throws if Today counts other payments than the list. Waits for concurrent writes. */
export async function compareToday(application: Application): Promise<void> {
  for (let today = await read(application); ;) {
    const listed = await countListed(application, today)
    const after = await read(application)
    const isUnchanged = isDeepStrictEqual(after, today)
    if (isUnchanged && !isDeepStrictEqual(counted(today), listed)) {
      throw new Error(`Today counts ${JSON.stringify(counted(today))}, the list ${JSON.stringify(listed)}`)
    }
    if (isUnchanged) return
    today = after
  }
}

async function read({ calls, profileIds: [profileId] }: Application): Promise<Today> {
  return valueOf(await calls['today.read']({ profileId }))
}

function counted({ soFar: { currencies } }: Today): Record<FigureName, number> {
  return each((name) => currencies.reduce((sum, { figures: of }) => sum + of[name].payments, 0))
}

async function countListed({ calls }: Application, today: Today): Promise<Record<FigureName, number>> {
  const filter = filterOfNumber(today, { figure: 'net', period: today.soFar })
  const { sums } = valueOf(await calls['history.totals']({ totalsId: 'compared', filter }))
  return each((name) => {
    const { operations, states } = figures[name]
    return sums.filter(({ operation, state }) => operations.includes(operation) && states.includes(state))
      .reduce((sum, { entries }) => sum + entries, 0)
  })
}

function each(of: (name: FigureName) => number): Record<FigureName, number> {
  return Object.fromEntries(figureNames.map((name) => [name, of(name)])) as Record<FigureName, number>
}
