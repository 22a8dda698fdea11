// Pictures of the team, with a private database if PostgreSQL is installed. The desk is in no team afterwards.
import { generateKeyPairSync } from 'node:crypto'
import type { Page } from 'playwright-core'
import { go, headline } from '../e2e/support/console.ts'
import { answerDialog } from '../e2e/support/launch.ts'
import { postgresMissing, startCluster, type Cluster } from '../support/team/cluster.ts'
import { charge, joinAs, loginOf, must, newTeam, passwordOf } from '../support/team/team.ts'
import { text, textPattern } from '../support/texts.ts'
import type { Picture } from './access.ts'

interface Database { readonly cluster: Cluster; readonly name: string }

let started: Promise<Database> | null = null

/** One server for all pictures. */
const database = (): Promise<Database> => started ??= begin()

async function begin(): Promise<Database> {
  const cluster = await startCluster()
  return { cluster, name: await newTeam(cluster) }
}

/** Ends the server, if there is one. */
export async function endTeam(): Promise<void> {
  await (await started)?.cluster.stop()
}

const field = (page: Page, name: string) => page.getByRole('main').getByLabel(name, { exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const inTime = { timeout: 30_000 }

async function fillJoin(page: Page): Promise<void> {
  const { cluster } = await database()
  // Each series of pictures has its own team: its first desk is admitted immediately.
  const name = await newTeam(cluster)
  started = Promise.resolve({ cluster, name })
  await field(page, text('team.field.host')).fill('127.0.0.1')
  await field(page, text('team.field.port')).fill(String(cluster.port))
  await field(page, text('team.field.database')).fill(name)
  await field(page, text('team.field.user')).fill('lea')
  await field(page, text('team.field.password')).fill(passwordOf('lea'))
  await field(page, text('team.field.label')).fill('Front office 2')
}

/** A colleague's desk, with a key, that waits to be admitted. */
async function colleagueJoins(): Promise<void> {
  const { cluster, name } = await database()
  const publicKey = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }).toString()
  await (await joinAs(loginOf(cluster, name, 'ben'), { publicKey, isAdmitted: false })).port.close()
  const { claim, port } = await joinAs(loginOf(cluster, name, 'anna'))
  must(await claim(charge()))
  await port.close()
}

const inATeam: readonly Picture[] = [
  ['team-test', async (page, app) => {
    await answerDialog(app, 'showMessageBox', { response: 1, checkboxChecked: false })
    await fillJoin(page)
    await button(page, text('team.test.action')).click()
    await page.getByText(text('team.test.verdict.ok')).waitFor(inTime)
  }],
  ['team', async (page) => {
    await button(page, text('team.join.action')).click()
    await page.getByText(text('team.connection.state.connected'), { exact: true }).waitFor(inTime)
  }],
  ['team-waiting', async (page) => {
    await colleagueJoins()
    await button(page, text('team.admit.openNamed', { desk: 'Desk of ben' })).scrollIntoViewIfNeeded()
  }],
  ['team-verified', async (page) => {
    await button(page, text('team.verify.start')).click()
    await page.getByRole('table', { name: text('team.verify.desks') }).scrollIntoViewIfNeeded()
  }],
  ['team-refuse', (page) => page.getByRole('button', { name: textPattern('team.refuse.openNamed') }).first().click()],
  ['team-admit', async (page) => {
    await page.keyboard.press('Escape')
    await page.getByRole('table', { name: text('team.verify.desks') })
      .getByRole('button', { name: textPattern('team.admit.openNamed') }).click()
  }],
  ['team-withdraw', async (page) => {
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(text('common.reason'), { exact: true }).fill('read to me on the telephone')
    await dialog.getByRole('button', { name: text('team.admit.action'), exact: true }).click()
    await page.getByRole('button', { name: textPattern('team.withdraw.openNamed') }).first().click()
  }],
  ['team-removal', async (page) => {
    await page.keyboard.press('Escape')
    await button(page, text('team.removal.open')).click()
  }],
  ['team-change', async (page) => {
    await page.keyboard.press('Escape')
    await button(page, text('team.desk.change')).click()
  }],
  ['team-leave', async (page) => {
    await page.keyboard.press('Escape')
    await button(page, text('team.desk.leave')).click()
  }],
  ['team-history', async (page) => {
    await page.keyboard.press('Escape')
    await go(page, 'history')
    await page.getByRole('table', { name: text('history.list') }).getByText('Desk of anna').first().waitFor(inTime)
  }],
  ['team-entry', async (page) => {
    await page.getByRole('table', { name: text('history.list') }).getByRole('link').first().click()
    await headline(page).waitFor(inTime)
  }],
  ['team-not-reached', async (page) => {
    const { cluster } = await database()
    await cluster.stop()
    await go(page, 'orderStatus')
    await page.getByText(text('team.notice.unreachable.title')).waitFor(inTime)
  }],
  ['team-history-not-reached', (page) => go(page, 'history')],
  ['team-not-reached-there', (page) => go(page, 'team')],
  ['team-left', async (page) => {
    const { cluster } = await database()
    await cluster.start()
    await button(page, text('team.desk.leave')).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(text('common.reason'), { exact: true }).fill('moved to another office')
    await dialog.getByRole('button', { name: text('team.leave.action'), exact: true }).click()
    await page.getByRole('heading', { name: text('team.join.title') }).waitFor(inTime)
  }],
]

export const teamPictures: readonly Picture[] = [
  ['team-none', (page) => go(page, 'team')],
  ['team-tables', async (page) => {
    await button(page, text('team.tables.title')).click()
    await button(page, text('team.tables.add')).click()
    await button(page, text('team.tables.action')).click()
    await button(page, text('team.tables.action')).scrollIntoViewIfNeeded()
  }],
  ...(postgresMissing() === null ? inATeam : []),
]
