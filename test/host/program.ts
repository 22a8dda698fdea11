// Replaces the program of a packed folder in tests: the stand-in, headless. Arguments: the folder of the extracted
// archive, the program that this replaces, then the application's own arguments.
import { launchHeadless } from './browser.ts'
import { ElectronHost } from './host.ts'

const [appPath = '', program = '', ...args] = process.argv.slice(2)
const browser = await launchHeadless()
const host = new ElectronHost({ appPath, program, args, packaged: true, context: await browser.newContext() })
host.onOutput = (chunk) => { process.stdout.write(chunk) }
const code = await host.exited
await browser.close()
process.exitCode = code ?? 1
