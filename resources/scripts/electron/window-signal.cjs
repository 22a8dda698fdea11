// Loaded by Electron before the application (`--require`): prints the progress of the start on standard output, one
// line per mark, for `launch.ts`. It does not change the application.
// eslint-disable-next-line @typescript-eslint/no-require-imports -- what Electron loads this way is CommonJS
const { app } = require('electron')

const print = (mark) => { process.stdout.write(`@start ${mark}\n`) }

print('running')
app.on('ready', () => print('ready'))
app.on('browser-window-created', (_event, window) => {
  window.once('ready-to-show', () => print('window'))
  window.once('show', () => print('window'))
})
