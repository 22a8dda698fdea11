/** Entry of the killed process: the application's main side, with or without a team. */
import { setTimeout as wait } from 'node:timers/promises'
import type { FromApplication, Installation, TeamStanding, ToApplication } from './messages.ts'
import { workTogether } from './one-desk/people.ts'
import { tryPayment } from './payments.ts'
import { findLeft, findPayments, findSold, resolveAll } from './resolve.ts'
import { seeded } from '../seed.ts'
import { send, serve } from './serve.ts'
import { openApplication, type Application } from './services.ts'
import { joinOnce, openTeamApplication } from './team/application.ts'
import { createSeams } from './team/seams.ts'
import { compareToday } from './today.ts'

const installation = JSON.parse(process.argv[2] ?? '') as Installation
const { team } = installation
const report = send<FromApplication>
const seams = createSeams()
let opened: Application | null = null

async function open(): Promise<Application> {
  if (team === undefined) return await openApplication(installation)
  const application = await openTeamApplication(installation, seams)
  await joinOnce(application, team)
  return application
}

async function standing({ calls }: Application): Promise<TeamStanding | null> {
  if (team === undefined) return null
  const stands = await calls['team.connect'](null)
  if (!stands.ok || stands.value.state !== 'member') throw new Error('the desk is in no team')
  return { waiting: stands.value.waiting, connection: stands.value.connection.kind }
}

serve<ToApplication>(async (message) => {
  if (message.kind === 'begin') {
    opened = await open()
    await compareToday(opened)
    await resolveAll(opened, new Set(message.askedBefore))
    const stands = await standing(opened)
    report({ kind: 'begun', payments: await findPayments(opened, message.report), team: stands })
    return
  }
  if (message.kind === 'end') {
    await opened?.end()
    process.disconnect()
    return
  }
  if (opened === null) throw new Error('nothing is open')
  const application = opened
  if (message.kind === 'work') {
    const { round, seed } = message
    const [sold, left] = [await findSold(application), await findLeft(application)]
    await workTogether({ application, random: seeded(seed), round, sold, left, report })
  } else {
    seams.arm(message.aim)
    await Promise.all(message.payments.map((payment) =>
      tryPayment({ application, report }, payment, 0, false)))
    await standing(application)
    // The aim may be some milliseconds after the last reply.
    if (message.aim !== null && seams.isMet()) await wait(message.aim.afterMs + 50)
  }
  report({ kind: 'idle' })
})
