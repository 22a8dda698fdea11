// Whether the data is on an encrypted disk. The folder trees simulate the kernel's sysfs(5) and proc(5).
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { diskEncryption } from '../../../electron/main/disk-encryption/disk-encryption.ts'
import { linuxDiskEncryption } from '../../../electron/main/disk-encryption/linux.ts'

let root: string
let data: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'disks-'))
  data = join(root, 'home', 'mara', 'data')
  mkdirSync(data, { recursive: true })
})
afterEach(() => { rmSync(root, { recursive: true, force: true }) })

interface Device {
  readonly uuid?: string
  readonly partitionOf?: string
  readonly on?: readonly string[]
  readonly backingFile?: string
}

type Mount = readonly [point: string, device: string, type?: string, source?: string]

/** The encryption of a folder, with block devices by name (numbers: `8:<place>`) and these mounts. */
function encryptionOf(devices: Record<string, Device>, mounts: readonly Mount[]) {
  const sys = join(root, 'sys')
  const pathOf = (name: string): string => {
    const parent = devices[name]?.partitionOf
    return parent === undefined ? join(sys, 'devices', name) : join(pathOf(parent), name)
  }
  const numbers = Object.fromEntries(Object.keys(devices).map((name, place) => [name, `8:${place}`]))
  mkdirSync(join(sys, 'dev', 'block'), { recursive: true })
  const write = (path: string, text: string) => {
    mkdirSync(join(path, '..'), { recursive: true })
    writeFileSync(path, `${text}\n`)
  }
  for (const [name, { uuid, partitionOf, on = [], backingFile }] of Object.entries(devices)) {
    mkdirSync(join(pathOf(name), 'slaves'), { recursive: true })
    symlinkSync(pathOf(name), join(sys, 'dev', 'block', numbers[name]!))
    if (uuid !== undefined) write(join(pathOf(name), 'dm', 'uuid'), uuid)
    if (partitionOf !== undefined) write(join(pathOf(name), 'partition'), '1')
    if (backingFile !== undefined) write(join(pathOf(name), 'loop', 'backing_file'), backingFile)
    for (const below of on) symlinkSync(pathOf(below), join(pathOf(name), 'slaves', below))
  }
  const mountInfo = join(root, 'mountinfo')
  writeFileSync(mountInfo, mounts.map(([point, device, type = 'ext4', source = `/dev/${device}`], place) =>
    `${30 + place} 1 ${numbers[device] ?? device} / ${point.replaceAll(' ', '\\040')} rw,relatime shared:1 - ${type} ${source} rw\n`).join(''))
  return linuxDiskEncryption(data, { sys, mountInfo, deviceNumber: (path) => numbers[path.replace('/dev/', '')] ?? null })
}

const luks = 'CRYPT-LUKS2-0f3c-cryptroot'

describe.skipIf(process.platform === 'win32')('the disk of a folder on Linux', () => {
  it.each<[string, 'on' | 'off' | 'unknown', Parameters<typeof encryptionOf>[0], (folder: string) => Parameters<typeof encryptionOf>[1]]>([
    ['a partition', 'off', { sda: {}, sda1: { partitionOf: 'sda' } }, () => [['/', 'sda1']]],
    ['LUKS on a partition', 'on', { sda: {}, sda1: { partitionOf: 'sda' }, dm0: { uuid: luks, on: ['sda1'] } }, () => [['/', 'dm0']]],
    ['LVM on LUKS', 'on', { sda: {}, dm0: { uuid: luks, on: ['sda'] }, dm1: { uuid: 'LVM-abc', on: ['dm0'] } }, () => [['/', 'dm1']]],
    ['LVM over an encrypted and a plain disk', 'off', { sda: {}, sdb: {}, dm0: { uuid: luks, on: ['sda'] }, dm1: { uuid: 'LVM-abc', on: ['dm0', 'sdb'] } }, () => [['/', 'dm1']]],
    ['a mapping that only verifies', 'off', { sda: {}, dm0: { uuid: 'CRYPT-VERITY-1', on: ['sda'] } }, () => [['/', 'dm0']]],
    ['a plain home on an encrypted system', 'off', { sda: {}, sdb: {}, dm0: { uuid: luks, on: ['sda'] } }, (folder) => [['/', 'dm0'], [join(folder, 'home'), 'sdb']]],
    ['an encrypted home on a plain system', 'on', { sda: {}, sdb: {}, dm0: { uuid: luks, on: ['sdb'] } }, (folder) => [['/', 'sda'], [join(folder, 'home'), 'dm0']]],
    ['another mount with the same beginning of its name', 'off', { sda: {}, dm0: { uuid: luks, on: [] } }, (folder) => [['/', 'sda'], [join(folder, 'home', 'mar'), 'dm0']]],
    ['a mount over another one', 'on', { sda: {}, dm0: { uuid: luks, on: ['sda'] } }, () => [['/', 'sda'], ['/', 'dm0']]],
    ['btrfs on LUKS, which has no number of its own', 'on', { sda: {}, dm0: { uuid: luks, on: ['sda'] } }, () => [['/', '0:31', 'btrfs', '/dev/dm0']]],
    ['a file on an encrypted disk', 'on', { sda: {}, dm0: { uuid: luks, on: ['sda'] }, loop0: { backingFile: '/images/home.img' } }, (folder) => [['/', 'dm0'], [join(folder, 'home'), 'loop0']]],
    ['eCryptfs', 'on', { sda: {} }, (folder) => [['/', 'sda'], [join(folder, 'home', 'mara'), '0:40', 'ecryptfs', '/home/.ecryptfs/mara']]],
    ['memory', 'unknown', { sda: {} }, (folder) => [['/', 'sda'], [join(folder, 'home'), '0:23', 'tmpfs', 'tmpfs']]],
    ['a network share', 'unknown', { sda: {} }, (folder) => [['/', 'sda'], [join(folder, 'home'), '0:50', 'nfs4', 'server:/home']]],
    ['a device that the kernel does not list', 'unknown', {}, () => [['/', '254:0']]],
  ])('%s: %s', (_what, expected, devices, mounts) => {
    expect(encryptionOf(devices, mounts(root))).toBe(expected)
  })

  it('finds a mount with a space in its name', () => {
    data = join(root, 'my home')
    mkdirSync(data)
    expect(encryptionOf({ sda: {}, dm0: { uuid: luks, on: ['sda'] } }, [['/', 'sda'], [data, 'dm0']])).toBe('on')
  })

  it('is determined for this computer without an error', async () => {
    expect(['on', 'off', 'unknown']).toContain(await diskEncryption({ folder: data, platform: process.platform }))
  })
})

describe('the disk on macOS and Windows', () => {
  const askedOn = (platform: NodeJS.Platform, output: string, folder = 'C:\\Users\\mara') => {
    const programs: string[][] = []
    const answer = diskEncryption({ folder, platform, systemRoot: 'C:\\Windows' }, async (program, words) => {
      programs.push([program, ...words])
      return output
    })
    return answer.then((found) => ({ found, programs }))
  }

  it.each([
    ['FileVault is On.\n', 'on'], ['FileVault is Off.\n', 'off'], ['', 'unknown'],
    ['FileVault is Off.\nDeferred enablement appears to be active for user \'mara\'.\n', 'off'],
  ])('fdesetup prints %j: %s', async (output, expected) => {
    expect((await askedOn('darwin', output)).found).toBe(expected)
  })

  it.each([['1\r\n', 'on'], ['2\r\n', 'off'], ['3\r\n', 'unknown'], ['5\r\n', 'unknown'], ['', 'unknown']])(
    'the property of the drive is %j: %s', async (output, expected) => {
      const { found, programs } = await askedOn('win32', output)
      expect(found).toBe(expected)
      expect(programs[0]?.at(-1)).toContain(`NameSpace('C:')`)
    },
  )

  it('sends no query about a network folder', async () => {
    expect(await askedOn('win32', '1', '\\\\server\\share')).toEqual({ found: 'unknown', programs: [] })
  })
})
