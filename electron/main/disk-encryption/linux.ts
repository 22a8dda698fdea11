/** Detects whether a folder is on an encrypted disk of Linux, from the kernel's mounts and block devices. */
import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { DiskEncryption } from '../../desk/services.ts'

/** The kernel's files, and the number of a device file as `major:minor`; null for any other file. */
interface KernelSources {
  readonly sys: string
  readonly mountInfo: string
  readonly deviceNumber: (path: string) => string | null
}

const kernel: KernelSources = {
  sys: '/sys',
  mountInfo: '/proc/self/mountinfo',
  deviceNumber(path) {
    const { rdev } = statSync(path)
    // As in sys/sysmacros.h, for Linux numbers.
    return rdev === 0 ? null : `${(rdev >> 8) & 0xfff}:${(rdev & 0xff) | ((rdev >> 12) & 0xfff00)}`
  },
}

/** Mappings of dm-crypt that encrypt; other mappings of these tools only verify. */
const encrypting = /^CRYPT-(?:LUKS|PLAIN|TCRYPT|BITLK|FVAULT2|LOOPAES)/
/** The largest number of devices stacked on each other. */
const deepest = 12

/** Follows the mount of `folder` down to its disks: `on` only if there is encryption on the path to each of them. */
export function linuxDiskEncryption(folder: string, sources: KernelSources = kernel): DiskEncryption {
  try {
    return ofFolder(realpathSync(folder), sources, 0)
  } catch {
    return 'unknown'
  }
}

function ofFolder(path: string, sources: KernelSources, depth: number): DiskEncryption {
  const mount = mountOf(path, readFileSync(sources.mountInfo, 'utf8'))
  if (mount === null) return 'unknown'
  if (mount.type === 'ecryptfs') return 'on'
  // A file system over several disks has no device number.
  const number = mount.device.startsWith('0:') && mount.source.startsWith('/dev/')
    ? sources.deviceNumber(mount.source) : mount.device
  const device = join(sources.sys, 'dev', 'block', number ?? '')
  return number === null || !existsSync(device) ? 'unknown' : ofDevice(realpathSync(device), sources, depth)
}

function ofDevice(device: string, sources: KernelSources, depth: number): DiskEncryption {
  if (depth > deepest) return 'unknown'
  if (encrypting.test(textIn(join(device, 'dm', 'uuid')))) return 'on'
  const backing = textIn(join(device, 'loop', 'backing_file'))
  if (backing !== '') return ofFolder(dirname(backing), sources, depth + 1)
  if (existsSync(join(device, 'partition'))) return ofDevice(dirname(device), sources, depth + 1)
  const below = existsSync(join(device, 'slaves')) ? readdirSync(join(device, 'slaves')) : []
  const found = below.map((name) => ofDevice(realpathSync(join(device, 'slaves', name)), sources, depth + 1))
  if (found.length === 0 || found.includes('off')) return 'off'
  return found.includes('unknown') ? 'unknown' : 'on'
}

interface Mount { readonly device: string; readonly type: string; readonly source: string }

/** The mount that contains a path: the longest one, and of equal ones the newest. See proc(5). */
function mountOf(path: string, mountInfo: string): Mount | null {
  let longest = ''
  let found: Mount | null = null
  for (const line of mountInfo.split('\n')) {
    const [before = '', after = ''] = line.split(' - ')
    const [, , device = '', , point = ''] = before.split(' ')
    const [type = '', source = ''] = after.split(' ')
    const at = unescaped(point)
    const holds = at === '/' || path === at || path.startsWith(`${at}/`)
    if (at === '' || !holds || at.length < longest.length) continue
    longest = at
    found = { device, type, source: unescaped(source) }
  }
  return found
}

/** Decodes spaces and similar characters, which the kernel writes as octal numbers. */
function unescaped(text: string): string {
  return text.replace(/\\([0-7]{3})/g, (_all, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)))
}

function textIn(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    return ''
  }
}
