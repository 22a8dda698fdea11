// npm run dev: hot reload, in Electron or, without its binary, in an installed browser through the stand-in.
import { join } from 'node:path'
import { root, runTool } from './common.mjs'
import { electronBinary } from './electron-binary.mjs'

const env = {}
if (!electronBinary()) {
  if (process.platform === 'win32') {
    console.error('Electron\'s binary is not here, and on Windows developing needs it: npm start fetches it.')
    process.exit(1)
  }
  console.log('Electron\'s binary is not here: developing in an installed browser (npm start fetches it).')
  env.ELECTRON_EXEC_PATH = join(root, 'test', 'host', 'electron')
}
process.exitCode = await runTool('electron-vite', ['dev', '--', ...process.argv.slice(2)], { env })
