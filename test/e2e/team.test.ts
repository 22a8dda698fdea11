// A desk and its team with a real database: created, tested, joined, lost and reached again, verified, left.
import { generateKeyPairSync } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keyringMissing } from '../host/keyring.ts'
import { makeCertificates } from '../node/gateway/certificates.ts'
import { schemaVersion } from '../../electron/team/migrations/index.ts'
import { postgresMissing, startCluster, type Cluster } from '../support/team/cluster.ts'
import { charge, joinAs, loginOf, must, passwordOf, sql } from '../support/team/team.ts'
import { text } from '../support/texts.ts'
import { go } from './support/console.ts'
import { layoutFaults } from './support/layout.ts'
import { answerDialog, freshFolder, type Launched } from './support/launch.ts'
import { expectNoErrors, specs } from './support/specs.ts'

const { skipped, open } = specs('team.test.ts')
const withoutTeam = postgresMissing() ?? keyringMissing()
if (withoutTeam !== null) console.log(`SKIPPED team.test.ts: ${withoutTeam}`)

const inTime = { timeout: 30_000 }
const database = 'front_office'
/** Answers to the system's message box that asks whether to connect. */
const agrees = { response: 1, checkboxChecked: false }
const refuses = { response: 0, checkboxChecked: false }

const labelled = (page: Page, name: string) => page.getByRole('main').getByLabel(name, { exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const state = (page: Page, kind: 'connected' | 'unreachable') => page.getByRole('main').getByText(text(`team.connection.state.${kind}`), { exact: true })
const footer = (page: Page) => page.getByRole('contentinfo')

async function fillAddress(page: Page, cluster: Cluster): Promise<void> {
  await labelled(page, text('team.field.host')).fill('127.0.0.1')
  await labelled(page, text('team.field.port')).fill(String(cluster.port))
  await labelled(page, text('team.field.database')).fill(database)
}

async function fillLogin(page: Page): Promise<void> {
  await labelled(page, text('team.field.user')).fill('anna')
  await labelled(page, text('team.field.password')).fill(passwordOf('anna'))
  await labelled(page, text('team.field.label')).fill('Front office 2')
}

/** A file with a private key is refused. A file with only a certificate fills the field, which is then cleared. */
async function chooseAuthorities({ page, app }: Launched): Promise<void> {
  const { authority, good } = makeCertificates()
  const folder = freshFolder('authorities')
  const files = { withKey: join(folder, 'with-key.pem'), right: join(folder, 'right.pem') }
  writeFileSync(files.withKey, authority + good.key)
  writeFileSync(files.right, authority)
  await answerDialog(app, 'showOpenDialog', { canceled: false, filePaths: [files.withKey] })
  await button(page, text('certificates.choose')).click()
  await page.getByText(text('failure.refusedAuthorities.private-key')).waitFor(inTime)
  await answerDialog(app, 'showOpenDialog', { canceled: false, filePaths: [files.right] })
  await button(page, text('certificates.choose')).click()
  await page.getByText(text('team.field.authoritiesRead', { count: 1 })).waitFor(inTime)
  expect(await labelled(page, text('team.field.authorities')).inputValue()).toContain('BEGIN CERTIFICATE')
  // The database of this test has no certificate.
  await labelled(page, text('team.field.authorities')).fill('')
}

/** Joins two other desks, each with its own key and an open charge. */
async function colleaguesJoin(cluster: Cluster): Promise<void> {
  for (const label of ['Desk of anna', 'W'.repeat(60)]) {
    const publicKey = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }).toString()
    const { claim, port } = await joinAs(loginOf(cluster, database, 'anna'), { publicKey, label })
    must(await claim(charge()))
    await port.close()
  }
}

async function admitColleague(page: Page): Promise<void> {
  await button(page, text('team.admit.openNamed', { desk: 'Desk of anna' })).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(/^(?:[0-9a-f]{2}:){31}[0-9a-f]{2}$/).waitFor(inTime)
  await dialog.getByLabel(text('common.reason'), { exact: true }).fill('read to me on the telephone')
  await dialog.getByRole('button', { name: text('team.admit.action'), exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
}

async function withdrawAdmission(page: Page): Promise<void> {
  await button(page, text('team.withdraw.openNamed', { desk: 'Desk of anna' })).click()
  const dialog = page.getByRole('dialog')
  await expectNoFaults(page, 'withdrawing an admission')
  await dialog.getByLabel(text('common.reason'), { exact: true }).fill('the computer was stolen')
  await dialog.getByRole('button', { name: text('team.withdraw.action'), exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
}

const narrowAndWide = [{ width: 512, height: 400 }, { width: 320, height: 256 }, { width: 1280, height: 800 }]

async function expectNoFaults(page: Page, what: string): Promise<void> {
  for (const size of narrowAndWide) {
    await page.setViewportSize(size)
    await expect.poll(() => layoutFaults(page), { message: `${what} at ${size.width} px` }).toEqual([])
  }
}

async function createTables(page: Page): Promise<void> {
  await button(page, text('team.tables.title')).click()
  await labelled(page, text('team.tables.owner')).fill('owner')
  await labelled(page, text('team.tables.password')).fill(passwordOf('owner'))
  await button(page, text('team.tables.add')).click()
  await labelled(page, text('team.tables.login')).fill('anna')
  // The first desk of a team is admitted if its login is an administrator.
  await labelled(page, text('team.tables.role')).selectOption('administrator')
  await button(page, text('team.tables.action')).click()
}

describe.skipIf(skipped || withoutTeam !== null)('the team', () => {
  let cluster: Cluster
  beforeAll(async () => {
    cluster = await startCluster()
    await sql(cluster, 'postgres', `CREATE ROLE anna LOGIN PASSWORD '${passwordOf('anna')}'`)
    await sql(cluster, 'postgres', `CREATE DATABASE ${database}`)
  })
  afterAll(() => cluster.stop())

  const opened = async (): Promise<Launched> => {
    const launched = await open()
    await go(launched.page, 'team')
    return launched
  }

  it('is created, tested, joined, reported while its database is down, reached again, verified and left', async () => {
    const launched = await opened()
    const { page, app, userData } = launched
    await answerDialog(app, 'showMessageBox', agrees)

    await chooseAuthorities(launched)
    // Before the tables exist, the test names the missing schema and the next step.
    await fillAddress(page, cluster)
    await fillLogin(page)
    await button(page, text('team.test.action')).click()
    await page.getByText(text('team.test.next.schema')).waitFor(inTime)
    await createTables(page)
    await page.getByText(text('team.tables.created', { to: schemaVersion })).waitFor(inTime)
    expect(await labelled(page, text('team.tables.password')).inputValue()).toBe('')
    await button(page, text('team.test.action')).click()
    await page.getByText(text('team.test.verdict.ok')).waitFor(inTime)

    await button(page, text('team.join.action')).click()
    await state(page, 'connected').waitFor(inTime)
    await footer(page).getByText(text('team.footer.connected')).waitFor(inTime)
    expect(await page.content()).not.toContain(passwordOf('anna'))
    expect(readFileSync(join(userData, 'team.json'), 'utf8')).not.toContain(passwordOf('anna'))
    await expect.poll(() => sql(cluster, database, 'SELECT label, login FROM team_journal.desk'), inTime)
      .toEqual([{ label: 'Front office 2', login: 'anna' }])

    // Every screen reports that the team is unreachable; the report disappears when it is connected again.
    await go(page, 'history')
    await cluster.stop()
    const banner = page.getByRole('alert').filter({ hasText: text('team.notice.unreachable.title') })
    await banner.waitFor(inTime)
    await banner.getByRole('link', { name: text('team.notice.open') }).click()
    await state(page, 'unreachable').waitFor(inTime)
    await cluster.start()
    await button(page, text('team.connection.now')).click()
    await state(page, 'connected').waitFor(inTime)
    await go(page, 'history')
    expect(await banner.count()).toBe(0)

    await go(page, 'team')
    const file = join(freshFolder('invitation'), 'team-invitation.json')
    await answerDialog(app, 'showSaveDialog', { canceled: false, filePath: file })
    await button(page, text('team.invitation.invite')).click()
    await expect.poll(() => existsSync(file), inTime).toBe(true)
    expect(readFileSync(file, 'utf8')).toContain(database)
    expect(readFileSync(file, 'utf8')).not.toMatch(/anna/)

    await colleaguesJoin(cluster)
    const desks = page.getByRole('table', { name: text('team.verify.desks') })
    await button(page, text('team.verify.start')).click()
    await desks.getByText('Front office 2').waitFor(inTime)
    await admitColleague(page)
    await desks.getByText(text('team.verify.standing.admitted'), { exact: true }).waitFor(inTime)
    await button(page, text('team.verify.start')).click()
    await desks.getByText(text('team.verify.standing.admitted'), { exact: true }).waitFor(inTime)
    await expect.poll(() => page.getByText(text('team.verify.findings'), { exact: true }).count()).toBe(0)
    await expectNoFaults(page, 'the team')
    await withdrawAdmission(page)
    await button(page, text('team.verify.start')).click()
    await desks.getByText(text('team.verify.standing.not-admitted'), { exact: true }).nth(1).waitFor(inTime)
    await go(page, 'history')
    await page.getByRole('table', { name: text('history.list') }).getByText('Desk of anna').first().waitFor(inTime)
    await expectNoFaults(page, 'the history of all desks')
    await go(page, 'team')

    await button(page, text('team.desk.leave')).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(text('common.reason'), { exact: true }).fill('moved to another office')
    await dialog.getByRole('button', { name: text('team.leave.action'), exact: true }).click()
    await page.getByRole('heading', { name: text('team.join.title') }).waitFor(inTime)
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
    expect(await footer(page).getByRole('link').count()).toBe(0)
    expect(existsSync(join(userData, 'team.json'))).toBe(false)

    // The saved file invites the next desk.
    await answerDialog(app, 'showOpenDialog', { canceled: false, filePaths: [file] })
    await button(page, text('team.invitation.accept')).click()
    await page.getByText(text('team.invitation.accepted')).waitFor(inTime)
    expect(await labelled(page, text('team.field.port')).inputValue()).toBe(String(cluster.port))
    expect(await labelled(page, text('team.field.user')).inputValue()).toBe('')
    expectNoErrors(launched)
  })

  it('is not connected to if a person refuses in the system’s message box', async () => {
    const launched = await opened()
    const { page, app } = launched
    await answerDialog(app, 'showMessageBox', refuses)
    await fillAddress(page, cluster)
    await fillLogin(page)
    const before = cluster.log().length
    await button(page, text('team.join.action')).click()
    await page.getByText(text('failure.what.not-confirmed-outside')).waitFor(inTime)
    expect(await labelled(page, text('team.field.password')).inputValue()).toBe('')
    expect(cluster.log().slice(before)).not.toContain('anna')
    expectNoErrors(launched)
  })
})
