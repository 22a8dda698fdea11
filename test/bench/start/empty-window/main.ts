// The smallest application with a window: one page with its own scheme, a form without any function.
import { app, BrowserWindow, protocol, session } from 'electron'

const page = '<!doctype html><title>Empty</title><form><input><button type="submit">Send</button></form>'

function open(): void {
  const own = session.fromPartition('page')
  own.protocol.handle('app', async () => new Response(page, { headers: { 'content-type': 'text/html; charset=utf-8' } }))
  const window = new BrowserWindow({ webPreferences: { session: own, sandbox: true, contextIsolation: true } })
  void window.loadURL('app://bundle/index.html')
}

protocol.registerSchemesAsPrivileged([{ scheme: 'app', privileges: { standard: true, secure: true } }])
app.on('window-all-closed', () => { app.quit() })
void app.whenReady().then(open)
