import { Line } from '../line.ts'

/** The data that the host passes to the main process. */
export interface MainConfig {
  appPath: string
  main: string
  /** The value of `app.getPath('exe')`. */
  program: string
  name: string
  version: string
  /** Folder of this run: contains userData, downloads and so on unless the application sets them. */
  dir: string
  chrome: string
  dark: boolean
  /** The area that the one display leaves to windows. */
  workArea: { x: number, y: number, width: number, height: number }
  packaged: boolean
  visible: boolean
}

export const config = JSON.parse(process.env.HOST_CONFIG ?? '{}') as MainConfig

/** The line to the host, which owns Chromium. */
export const line = new Line(process)
process.on('disconnect', () => process.exit(0))

// No `electron` version: the application detects by this that it does not run in Electron.
Object.assign(process.versions, { chrome: config.chrome })
Object.assign(process, { type: 'browser', resourcesPath: config.packaged ? config.dir : `${config.appPath}/resources` })
if (!config.packaged) Object.assign(process, { defaultApp: true })
