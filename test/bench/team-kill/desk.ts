/** Entry of a desk that is killed: the application's main side in a team, over a gateway that another process holds. */
import { setTimeout as wait } from 'node:timers/promises'
import type { OrderId } from '#shared/brands.ts'
import type { FieldValues } from '#shared/gateway/fields.ts'
import type { EntryPoint } from '#shared/model/profile.ts'
import { merchant } from '../../../electron/sandbox/merchant.ts'
import { createTeams } from '../../../electron/team/team.ts'
import type { TeamsPort } from '../../../electron/team/port.ts'
import { findPayments, resolveAll } from '../kill/resolve.ts'
import type { Application } from '../kill/services.ts'
import type { Aim, DeskInstallation, FromDesk, Job, Moment, ToDesk } from './messages.ts'
import { joinOnce, openTeamApplication } from './team-application.ts'

const installation = JSON.parse(process.argv[2] ?? '') as DeskInstallation
const say = (message: FromDesk): void => { process.send?.(message) }
const entryPoint: EntryPoint = { kind: 'endpoint', id: merchant.endpointId, currency: merchant.currency }
let aim: Aim | null = null
let met = 0
let application: Application | null = null

/** Ends this process as a power cut would, where the aim is. */
function at(moment: Moment): void {
  if (aim?.moment !== moment || (met += 1) !== aim.nth) return
  if (aim.afterMs === 0) process.kill(process.pid, 'SIGKILL')
  else setTimeout(() => { process.kill(process.pid, 'SIGKILL') }, aim.afterMs)
}

async function around<Answer>(before: Moment, after: Moment, call: () => Promise<Answer>): Promise<Answer> {
  at(before)
  const answer = await call()
  at(after)
  return answer
}

function watchedTeams(): TeamsPort {
  const teams = createTeams()
  return {
    ...teams,
    open(...opened) {
      const journal = teams.open(...opened)
      return {
        ...journal,
        claim: (...asked) => around('claiming', 'claimed', () => journal.claim(...asked)),
        publish: (...asked) => around('publishing', 'published', () => journal.publish(...asked)),
      }
    },
  }
}

async function begin(): Promise<void> {
  application = await openTeamApplication(installation, { teams: watchedTeams() }, (send) =>
    around('sending', 'answered', send))
  await joinOnce(application, installation)
  const { calls } = application
  await resolveAll(application, new Set())
  const stands = await calls['team.connect'](null)
  if (!stands.ok || stands.value.state !== 'member') throw new Error('the desk is in no team')
  const { waiting, connection: { kind } } = stands.value
  say({ kind: 'begun', payments: await findPayments(application, 'everything'), waiting, connection: kind })
}

async function tryJob({ calls, profileIds: [profileId] }: Application, job: Job): Promise<void> {
  const told = (end: string, orderId: OrderId | null = null) => { say({ kind: 'reported', job, end, orderId }) }
  const reviewed = await calls['payments.review']({ profileId, entryPoint, confidential: {}, ...formOf(job) })
  if (!reviewed.ok) return told(reviewed.failure.code)
  const { intentId } = reviewed.value
  const done = await calls['payments.submit']({ intentId, reason: 'kill test', acceptUnverifiedCard: true })
  return done.ok ? told('sent', done.value.orderId) : told(done.failure.code)
}

function formOf(job: Job): { readonly operation: 'recurrent-payment' | 'return'; readonly values: FieldValues } {
  const { currency } = merchant
  const { merchantOrderId, amount } = job
  if (job.kind === 'refund') {
    const comment = `${installation.address.user} ${crypto.randomUUID()}`
    return { operation: 'return', values: { merchantOrderId, amount, currency, orderId: job.orderId, comment } }
  }
  const { cardReference } = job
  return {
    operation: 'recurrent-payment',
    values: { merchantOrderId, amount, currency, cardReference, orderDescription: 'Subscription', customerIpAddress: '203.0.113.9' },
  }
}

async function obey(message: ToDesk): Promise<void> {
  if (message.kind === 'begin') return await begin()
  if (application === null) throw new Error('nothing is open')
  aim = message.aim
  const opened = application
  await Promise.all(message.jobs.map((job) => tryJob(opened, job)))
  await application.calls['team.connect'](null)
  // What the aim set for a moment after the last answer.
  if (aim !== null && met >= aim.nth) await wait(aim.afterMs + 50)
  say({ kind: 'idle' })
}

process.on('message', (message) => {
  obey(message as ToDesk).catch((error: unknown) => {
    console.error(error)
    process.exit(1)
  })
})
// Who kills is gone: nothing must stay behind.
process.on('disconnect', () => { process.exit() })
say({ kind: 'loaded' })
