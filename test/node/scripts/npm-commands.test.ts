/** Commands as documents print them. `test/unit/docs/commands.test.ts` reads them here. */
import { spawnSync } from 'node:child_process'
import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, expect, it } from 'vitest'
import { headsFormat, reportText } from '#shared/model/history/journal-head.ts'
import { headKeyId } from '../../../electron/common/signatures/head-signature.ts'
import { reportDigest, signatureLine, unsignedReport } from '../../../electron/common/signatures/report-signature.ts'
import { signedHistory, valueOf } from '../desk/maintenance/support.ts'

const root = join(import.meta.dirname, '../../..')
const folder = mkdtempSync(join(tmpdir(), 'npm-commands-'))
afterAll(() => { rmSync(folder, { recursive: true, force: true }) })

/** Runs a command in the project's folder; `FOLDER` in it is replaced by a folder of this test. */
function run(command: string) {
  const [program = '', ...words] = command.split(' ')
  const { status, stdout, stderr } = spawnSync(program, words.map((word) => word.replace('FOLDER', folder)), {
    cwd: root, encoding: 'utf8', shell: process.platform === 'win32', env: { ...process.env, MERCHANT_CONTROL: 'made-up', TEAM_PASSWORD: 'made-up' },
  })
  return { status, stdout, stderr }
}

it('the help of a start names its options and starts nothing', () => {
  expect(run('npm start -- --help')).toMatchObject({ status: 0, stdout: expect.stringContaining('--tour') })
})

it('the help of the sandbox names its options and starts nothing', () => {
  expect(run('npm run -s sandbox -- --help')).toMatchObject({ status: 0, stdout: expect.stringContaining('--product-word') })
})

it('the inspector reads a request and prints JSON alone', () => {
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  writeFileSync(join(folder, 'key.pem'), publicKey.export({ type: 'spki', format: 'pem' }))
  const body = 'client_orderid=A1&login=shop&cardrefid=1000001&amount=10.15&currency=USD&control=0'
  writeFileSync(join(folder, 'request.txt'), `curl 'https://gate.example/gw/api/v2/make-rebill-sale/22903' -d '${body}'\n`)
  const { status, stdout, stderr } = run('npm run -s inspect -- --file FOLDER/request.txt --public-key FOLDER/key.pem --secret-env MERCHANT_CONTROL --operation recurrent-payment --endpoint 22903')
  expect(status, stderr).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ verdict: 'unexplained' })
  expect(stdout).not.toContain('made-up')
})

it('the schema of a team journal is printed for reading, and a check or a removal reports what is missing', () => {
  const printed = run('npm run -s team -- sql --from 0 --desk anna')
  expect(printed).toMatchObject({ status: 0, stdout: expect.stringContaining('GRANT gateway_team_desk TO "anna";') })
  const rehearsal = run('npm run -s team -- sql --rehearsal --administrator anna --desk ben')
  expect(rehearsal).toMatchObject({ status: 0, stdout: expect.stringContaining('INSERT INTO team_journal.rehearsal') })
  const checked = run('npm run -s team -- check --host 127.0.0.1 --port 1 --database team --user anna')
  expect(checked).toMatchObject({ status: 1, stdout: expect.stringContaining('"reach"') })
  const removed = run('npm run -s team -- retention --host 127.0.0.1 --port 1 --database team --user owner --confirm')
  expect(removed).toMatchObject({ status: 1, stdout: expect.stringContaining('"unreachable"') })
  const fingerprint = 'aa:'.repeat(31) + 'aa'
  const verified = run(`npm run -s team -- verify --host 127.0.0.1 --port 1 --database team --user anna --fingerprint ${fingerprint}`)
  expect(verified).toMatchObject({ status: 1, stdout: expect.stringContaining('"unreachable"') })
  const status = run('npm run -s team -- status --host 127.0.0.1 --port 1 --database team --user anna')
  expect(status).toMatchObject({ status: 1, stdout: expect.stringContaining('"unreachable"') })
  const waiting = run('npm run -s team -- waiting-time --host 127.0.0.1 --port 1 --database team --user administrator --minutes 90')
  expect(waiting).toMatchObject({ status: 1, stdout: expect.stringContaining('"unreachable"') })
})

it('a copy of a journal is verified with the public key, and with heads that were saved earlier', async () => {
  const history = await signedHistory()
  const { publicKey } = (await valueOf(history.vault.journalHeadKey({ signedBefore: true })))!
  const heads = await valueOf(history.journal.headsOfDays())
  await history.journal.close()
  copyFileSync(history.path, join(folder, 'journal.sqlite'))
  writeFileSync(join(folder, 'public.pem'), publicKey)
  const lines = [{ format: headsFormat }, ...heads].map((line) => `${JSON.stringify(line)}\n`)
  writeFileSync(join(folder, 'heads.jsonl'), lines.join(''))
  const command = 'npm run -s verify-journal -- --journal FOLDER/journal.sqlite --public-key FOLDER/public.pem'
  const whole = run(`${command} --heads FOLDER/heads.jsonl`)
  expect(whole.status, whole.stderr).toBe(0)
  expect(JSON.parse(whole.stdout)).toMatchObject({ verdict: 'proven', links: 12, newestHead: { position: 11 }, firstBreak: null })
  const file = new DatabaseSync(join(folder, 'journal.sqlite'))
  file.exec(`DROP TRIGGER event_is_never_changed; UPDATE event SET at = '2020-01-01T00:00:00.000Z' WHERE id = 4`)
  file.close()
  const changed = run(command)
  expect(changed.status).toBe(1)
  expect(JSON.parse(changed.stdout)).toMatchObject({ verdict: 'broken', firstBreak: { link: 6, what: 'changed' } })
  const wrong = run('npm run -s verify-journal -- --journal FOLDER/nothing --public-key FOLDER/public.pem')
  expect(wrong).toMatchObject({ status: 2, stdout: '', stderr: expect.stringContaining('cannot be read') })
})

it('a report is verified with the public key: whole, changed, cut, by another key, and as what it is not', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const pem = (key: KeyObject) => key.export({ type: 'spki', format: 'pem' })
  const unsigned = unsignedReport(Buffer.from('%PDF-1.7\nstatus=approved\n%%EOF'))
  const keyId = headKeyId(publicKey)
  const signature = sign(null, Buffer.from(reportText(reportDigest(unsigned), keyId)!), privateKey).toString('base64')
  const whole = `${Buffer.from(unsigned).toString()}${signatureLine({ keyId, signature })}`
  writeFileSync(join(folder, 'desk.pem'), pem(publicKey))
  writeFileSync(join(folder, 'other.pem'), pem(generateKeyPairSync('ed25519').publicKey))
  const files = { whole, changed: whole.replace('approved', 'declined'), cut: whole.slice(0, -20), unsigned: 'status=approved\n' }
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
  const verified = (file: string, key = 'desk.pem') =>
    run(`npm run -s verify-report -- --report FOLDER/${file} --public-key FOLDER/${key}`)
  expect(verified('whole')).toMatchObject({ status: 0, stdout: expect.stringContaining('The signature is valid') })
  expect(verified('changed')).toMatchObject({ status: 1, stdout: expect.stringContaining('was changed') })
  expect(verified('whole', 'other.pem')).toMatchObject({ status: 3, stdout: expect.stringContaining('another key') })
  for (const file of ['cut', 'unsigned']) {
    expect(verified(file)).toMatchObject({ status: 4, stdout: expect.stringContaining('no signature at its end') })
  }
  expect(verified('missing')).toMatchObject({ status: 2, stdout: '', stderr: expect.stringContaining('cannot be read') })
})

it('a benchmark that does not exist is reported with the list of those that do', () => {
  expect(run('npm run -s bench -- nothing')).toMatchObject({ status: 2, stderr: expect.stringContaining('There are: sign') })
})
