// An uncaught error in the main process of the built application.
import { afterEach, describe, expect, it } from 'vitest'
import { fatalExitCode } from '../../electron/common/processes/fatal.ts'
import { NO_KEYRING } from '../host/keyring.ts'
import { closeAll, hostMissing, launch } from './support/launch.ts'

const missing = hostMissing()
if (missing) console.log(`SKIPPED an uncaught error: ${missing}`)

describe.skipIf(missing)('an uncaught error', () => {
  afterEach(closeAll)

  it('is shown in a message box without blocking main, and ends the application when the box is closed', async () => {
    const { app, page } = await launch({ env: NO_KEYRING })
    await page.getByRole('heading', { level: 1 }).waitFor()
    await app.evaluate(({ dialog }) => {
      Object.assign(dialog, {
        showMessageBox: (options: { message: string }) => new Promise((close) => {
          process.stderr.write(`SHOWN ${options.message}\n`)
          // Runs only if the message box does not block main.
          setTimeout(() => { close({ response: 0 }) }, 50)
        }),
      })
      setImmediate(() => { throw new Error('a defect of the test') })
    })
    expect(await app.exited).toBe(fatalExitCode)
    expect(app.output.join('')).toContain('SHOWN Gateway Console met an unexpected error')
  })
})
