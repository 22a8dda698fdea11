// Explains in one sentence why Electron did not open a window, from its output and exit.
import { packagesFor, missingLibraries } from './libraries.ts'
import type { LaunchFailure } from './launch.ts'
import type { System } from '../start/machine.ts'

/** Further facts about the failure. */
export interface Circumstances {
  readonly system: System
  /** The version of the system, for example 12. */
  readonly version: number
  /** The output of `ldd` for the binary; empty without `ldd`. */
  readonly ldd: string
  /** Why Linux forbids the sandbox and what to do, according to the system's settings; null if they allow it. */
  readonly sandbox: string | null
}

/** The reason: one sentence, the packages that would help, and whether the display is missing. */
export interface Reason {
  readonly sentence: string
  readonly packages: readonly string[]
  readonly noDisplay: boolean
}

/** Finds the missing library, setting or display of a failed start; otherwise quotes Electron's last output. */
export function reasonOfFailure(failure: LaunchFailure, circumstances: Circumstances): Reason {
  const { output } = failure
  const libraries = missingLibraries(`${output}\n${circumstances.ldd}`)
  if (libraries.length > 0) return missing(libraries, circumstances)
  if (/Missing X server|Unable to open X display|cannot open display|Failed to connect to Wayland display/i.test(output)) {
    return { ...plain('the display that DISPLAY or WAYLAND_DISPLAY names does not answer'), noDisplay: true }
  }
  if (/Running as root without --no-sandbox/.test(output)) return plain('it refuses its sandbox to root')
  if (/no usable sandbox|suid sandbox|setuid sandbox|new namespace|zygote_host|sandbox\/linux/i.test(output)) {
    return plain(`Linux refuses it the sandbox. ${circumstances.sandbox ?? remedyFor(output)}`)
  }
  if (failure.spawnError !== null) return plain(unrunnable(failure.spawnError))
  if (failure.silent) return plain('it said nothing for 15 seconds and opened no window')
  if (failure.signal !== null) return plain(`it crashed before its first window (${failure.signal})`)
  const last = output.split('\n').map((line) => line.trim()).filter(Boolean).at(-1)
  return plain(`it ended with exit code ${failure.exitCode} before its first window${last ? `: ${last.slice(0, 200)}` : ''}`)
}

const plain = (sentence: string): Reason => ({ sentence, packages: [], noDisplay: false })

function missing(libraries: readonly string[], { system, version }: Circumstances): Reason {
  const packages = packagesFor(libraries, system, version)
  const remedy = packages.length > 0 ? `; install ${packages.join(' ')}` : ''
  return { sentence: `this system lacks ${libraries.join(', ')}${remedy}`, packages, noDisplay: false }
}

function remedyFor(output: string): string {
  const helper = output.split(/\s/).find((word) => word.startsWith('/') && word.endsWith('chrome-sandbox'))
  if (helper === undefined) return 'Allow user namespaces: sysctl -w kernel.unprivileged_userns_clone=1'
  return `Allow Electron's own helper instead: sudo chown root ${helper} && sudo chmod 4755 ${helper}`
}

function unrunnable(code: string): string {
  if (code === 'EACCES') return 'its file may not be run (permissions, or a folder mounted with noexec)'
  if (code === 'ENOEXEC') return 'its file is for another kind of processor'
  if (code === 'ENOENT') return 'its file, or the system\'s program loader that it needs, is not there'
  return `its file cannot be run (${code})`
}
