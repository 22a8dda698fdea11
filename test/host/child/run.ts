// The main process's entry: evaluates the built main bundle to its end, then emits `ready`, as Electron does.
import { pathToFileURL } from 'node:url'
import { startApp } from './app.ts'
import { config } from './config.ts'
import './electron.ts'

await import(pathToFileURL(config.main).href)
startApp()
