import { Line } from '../line.ts'

/** What the host hands to the main process. */
export interface MainConfig {
  appPath: string
  main: string
  /** What `app.getPath('exe')` says. */
  program: string
  name: string
  version: string
  /** Folder of this run: userData, downloads and so on lie in it unless the application sets them. */
  dir: string
  chrome: string
  dark: boolean
  /** What the one display leaves to windows. */
  workArea: { x: number, y: number, width: number, height: number }
  packaged: boolean
  visible: boolean
}

export const config = JSON.parse(process.env.HOST_CONFIG ?? '{}') as MainConfig

/** The line to the host, which owns Chromium. */
export const line = new Line(process)
process.on('disconnect', () => process.exit(0))

// Without `electron`: by its absence the application knows that this is not Electron.
Object.assign(process.versions, { chrome: config.chrome })
Object.assign(process, { type: 'browser', resourcesPath: config.packaged ? config.dir : `${config.appPath}/resources` })
if (!config.packaged) Object.assign(process, { defaultApp: true })
