// Loaded by Electron before the application (`--require`): says on standard output how far the start is, one line a
// mark, for `launch.ts`. It changes nothing of the application.
// eslint-disable-next-line @typescript-eslint/no-require-imports -- what Electron loads this way is CommonJS
const { app } = require('electron')

const say = (mark) => { process.stdout.write(`@start ${mark}\n`) }

say('running')
app.on('ready', () => say('ready'))
app.on('browser-window-created', (_event, window) => {
  window.once('ready-to-show', () => say('window'))
  window.once('show', () => say('window'))
})
