// What the program of a packed folder is in tests: the stand-in, headless. Arguments: the folder of the extracted
// archive, the program whose place this takes, then the application's own.
import { launchHeadless } from './browser.ts'
import { ElectronHost } from './host.ts'

const [appPath = '', program = '', ...args] = process.argv.slice(2)
const browser = await launchHeadless()
const host = new ElectronHost({ appPath, program, args, packaged: true, context: await browser.newContext() })
host.onOutput = (chunk) => { process.stdout.write(chunk) }
const code = await host.exited
await browser.close()
process.exitCode = code ?? 1
