// An error that nobody caught, in the main process of the built application.
import { afterEach, describe, expect, it } from 'vitest'
import { fatalExitCode } from '../../electron/common/processes/fatal.ts'
import { NO_KEYRING } from '../host/keyring.ts'
import { closeAll, hostMissing, launch } from './support/launch.ts'

const missing = hostMissing()
if (missing) console.log(`SKIPPED an error nobody caught: ${missing}`)

describe.skipIf(missing)('an error that nobody caught', () => {
  afterEach(closeAll)

  it('is told in a box that leaves main running, and ends the application when it was read', async () => {
    const { app, page } = await launch({ env: NO_KEYRING })
    await page.getByRole('heading', { level: 1 }).waitFor()
    await app.evaluate(({ dialog }) => {
      Object.assign(dialog, {
        showMessageBox: (options: { message: string }) => new Promise((read) => {
          process.stderr.write(`SAID ${options.message}\n`)
          // Runs only where the box does not hold main up.
          setTimeout(() => { read({ response: 0 }) }, 50)
        }),
      })
      setImmediate(() => { throw new Error('a defect of the test') })
    })
    expect(await app.exited).toBe(fatalExitCode)
    expect(app.output.join('')).toContain('SAID Gateway Console met an unexpected error')
  })
})
