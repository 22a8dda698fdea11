import type { TeamJournalPort, TeamsPort } from '../team/port.ts'

/**
 * The databases of teams. Their module, with the driver of PostgreSQL, is loaded at the first call. Most desks are in
 * no team, and in a team the first screen does not wait for it.
 */
export function teamsOnDemand(): TeamsPort {
  let loaded: Promise<TeamsPort> | null = null
  const teams = (): Promise<TeamsPort> => loaded ??= import('../team/team.ts').then(({ createTeams }) => createTeams())
  return {
    test: async (...given) => (await teams()).test(...given),
    install: async (...given) => (await teams()).install(...given),
    open(login, secret) {
      let opened: Promise<TeamJournalPort> | null = null
      const journal = (): Promise<TeamJournalPort> => opened ??= teams().then((all) => all.open(login, secret))
      return new Proxy({} as TeamJournalPort, {
        // A promise-like `then` would make `await` call the database.
        get: (_target, name) => typeof name === 'string' && name !== 'then'
          ? async (...given: unknown[]) => {
            const port = await journal()
            return await Reflect.apply(Reflect.get(port, name) as (...given: unknown[]) => unknown, port, given)
          }
          : undefined,
      })
    },
  }
}
