/** A login that another desk of the team has joined with already. */
import { afterEach, describe, expect, it } from 'vitest'
import { closeAll } from '../desk/support.ts'
import { officeAt, type Office } from './desks.ts'
import { missing, newTeam, passwordOf, sharedCluster, type Cluster } from './support.ts'

afterEach(closeAll)

const question = 'Join with a login that another desk uses?'

describe.skipIf(missing !== null)('a desk that joins with the login of another desk', () => {
  /** A desk whose person agrees to every question, and to this one as given. */
  async function deskOf(office: Office, agrees: boolean) {
    const questions: string[] = []
    const one = await office.colleague({
      system: {
        confirm: async (asks) => {
          questions.push([asks.question, ...asks.details].join('\n'))
          return asks.question !== question || agrees
        },
      },
    })
    return { ...one, warnings: () => questions.filter((text) => text.startsWith(question)) }
  }
  async function newOffice(): Promise<{ office: Office; cluster: Cluster; database: string }> {
    const cluster = await sharedCluster()
    const database = await newTeam(cluster)
    return { office: officeAt(cluster, database), cluster, database }
  }

  it('must be confirmed in a box outside the page, which names that desk; Cancel joins nothing', async () => {
    const { office, cluster, database } = await newOffice()
    const first = await deskOf(office, false)
    await first.join('lea')
    expect(first.warnings()).toEqual([])
    const address = { host: '127.0.0.1', port: cluster.port, database, user: 'lea', authorities: '' }
    const [refuses, agrees] = [await deskOf(office, false), await deskOf(office, true)]
    expect(await refuses.desk.refused('team.join', { address, password: passwordOf('lea'), label: 'Till 2' }))
      .toEqual({ code: 'not-confirmed-outside' })
    expect(refuses.warnings()).toEqual([expect.stringContaining('Desk that joined with it: Desk of lea')])
    expect(await refuses.desk.call('team.describe', null)).toEqual({ state: 'none' })
    const desks = async () => {
      await first.desk.call('team.connect', null)
      return (await first.desk.call('history.choices', null)).desks
    }
    expect(await desks()).toHaveLength(1)
    await agrees.join('lea')
    expect(await desks()).toHaveLength(2)
  })

  it('sees it in the test of the connection; it is not warned of itself, nor of a desk that was not admitted', async () => {
    const { office, cluster, database } = await newOffice()
    const [first, second, third] = [await deskOf(office, true), await deskOf(office, true), await deskOf(office, true)]
    await first.join('lea')
    await second.join('anna', { waits: true })
    const rights = async ({ desk }: typeof first, user: string) => {
      const address = { host: '127.0.0.1', port: cluster.port, database, user, authorities: '' }
      return (await desk.call('team.test', { address, password: passwordOf(user) })).find(({ step }) => step === 'rights')
    }
    expect(await rights(first, 'lea')).toMatchObject({ result: 'ok' })
    expect(await rights(third, 'lea')).toMatchObject({ result: 'warning', detail: expect.stringContaining('“Desk of lea”') as string })
    expect(await rights(third, 'anna')).toMatchObject({ result: 'ok' })
  })
})
