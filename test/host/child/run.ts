// The main process's entry: evaluate the built main bundle to its end, then emit `ready`, as Electron does.
import { pathToFileURL } from 'node:url'
import { startApp } from './app.ts'
import { config } from './config.ts'
import './electron.ts'

await import(pathToFileURL(config.main).href)
startApp()
