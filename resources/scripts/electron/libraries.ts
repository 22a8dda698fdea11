// The Debian packages of the shared libraries that Electron or Chromium needs.
import type { System } from '../start/machine.ts'

const PACKAGES: Readonly<Record<string, string>> = {
  'libgtk-3.so.0': 'libgtk-3-0',
  'libgdk-3.so.0': 'libgtk-3-0',
  'libnss3.so': 'libnss3',
  'libnssutil3.so': 'libnss3',
  'libsmime3.so': 'libnss3',
  'libnspr4.so': 'libnspr4',
  'libasound.so.2': 'libasound2',
  'libgbm.so.1': 'libgbm1',
  'libdrm.so.2': 'libdrm2',
  'libxkbcommon.so.0': 'libxkbcommon0',
  'libatk-1.0.so.0': 'libatk1.0-0',
  'libatk-bridge-2.0.so.0': 'libatk-bridge2.0-0',
  'libatspi.so.0': 'libatspi2.0-0',
  'libcups.so.2': 'libcups2',
  'libdbus-1.so.3': 'libdbus-1-3',
  'libexpat.so.1': 'libexpat1',
  'libudev.so.1': 'libudev1',
  'libX11.so.6': 'libx11-6',
  'libX11-xcb.so.1': 'libx11-xcb1',
  'libxcb.so.1': 'libxcb1',
  'libXext.so.6': 'libxext6',
  'libXcomposite.so.1': 'libxcomposite1',
  'libXdamage.so.1': 'libxdamage1',
  'libXfixes.so.3': 'libxfixes3',
  'libXrandr.so.2': 'libxrandr2',
  'libcairo.so.2': 'libcairo2',
  'libpango-1.0.so.0': 'libpango-1.0-0',
  'libglib-2.0.so.0': 'libglib2.0-0',
  'libgio-2.0.so.0': 'libglib2.0-0',
  'libgobject-2.0.so.0': 'libglib2.0-0',
}

/** The libraries whose packages are known here. */
export const knownLibraries = Object.keys(PACKAGES)

/** Renamed for 64-bit time, in Debian 13 and later and Ubuntu 24.04 and later. */
const RENAMED = new Set([
  'libgtk-3-0', 'libasound2', 'libatk1.0-0', 'libatk-bridge2.0-0', 'libatspi2.0-0', 'libcups2',
  'libglib2.0-0',
])

/** The packages of these libraries on Debian and Ubuntu, without repetitions; unknown libraries are left out. */
export function packagesFor(libraries: readonly string[], system: System, version: number): string[] {
  if (system !== 'debian' && system !== 'ubuntu') return []
  const renamed = version >= (system === 'debian' ? 13 : 24)
  const names = libraries.flatMap((library) => PACKAGES[library] ?? [])
  return [...new Set(names.map((name) => (renamed && RENAMED.has(name) ? `${name}t64` : name)))]
}

/** The libraries that a program's output or `ldd` reports as missing, without repetitions. */
export function missingLibraries(text: string): string[] {
  const loading = text.matchAll(/error while loading shared libraries: ([^\s:]+):/g)
  const listed = text.matchAll(/^[ \t]*(\S+) => not found/gm)
  return [...new Set([...loading, ...listed].map((match) => match[1] ?? ''))]
}
