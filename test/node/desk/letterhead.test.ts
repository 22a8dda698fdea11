/** The letterhead of documents: what a profile accepts, and how documents show it. */
import { randomBytes } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import { PNG } from 'pngjs'
import { afterEach, describe, expect, it } from 'vitest'
import { profileDraftSchema, type ProfileDraft } from '#shared/model/profiles/profile.ts'
import { encodeLogo } from '../../../electron/common/files/logo.ts'
import type { PrintedPage } from '../../../electron/desk/printing.ts'
import { builtInProfile } from '../../../electron/main/installation/built-in-profile.ts'
import { sell } from './order-support.ts'
import { closeAll, endpoint, open, type TestDesk } from './support.ts'

afterEach(closeAll)

function png(width: number, height: number): Buffer {
  const picture = new PNG({ width, height })
  picture.data.fill(0x7f)
  return PNG.sync.write(picture)
}

function chunk(type: string, content: Buffer): Buffer {
  const [length, sum, named] = [Buffer.alloc(4), Buffer.alloc(4), Buffer.concat([Buffer.from(type), content])]
  length.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

/** A PNG with the given header and content. */
function pngOf(width: number, height: number, interlaced: boolean, content: Buffer, ...others: Buffer[]): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header.set([8, 6, 0, 0, interlaced ? 1 : 0], 8)
  return Buffer.concat([png(1, 1).subarray(0, 8), chunk('IHDR', header), ...others, chunk('IDAT', content), chunk('IEND', Buffer.alloc(0))])
}

const withText = pngOf(1, 1, false, deflateSync(Buffer.from([0, 1, 2, 3, 255])), chunk('tEXt', Buffer.from('Comment\0<script>4111111111111111')))
/** 64 MB of zeros in 64 kB. */
const bomb = pngOf(10, 10, false, deflateSync(Buffer.alloc(64_000_000)))

const saved = (desk: TestDesk, letterhead: NonNullable<ProfileDraft['letterhead']>) =>
  ({ id: desk.profileId, draft: { ...builtInProfile, letterhead } })

describe('a logo', () => {
  it('is chosen in the system’s dialog and encoded again: only its pixels are kept', async () => {
    const desk = await open({ system: { chooseFile: async () => withText } })
    const { logo, width, height } = await desk.call('profiles.chooseLogo', null)
    const kept = Buffer.from(logo, 'base64')
    expect([width, height]).toEqual([1, 1])
    expect([...PNG.sync.read(kept).data]).toEqual([1, 2, 3, 255])
    expect(kept.toString('latin1')).not.toMatch(/tEXt|script|4111/)
  })

  it.each([
    ['a page', Buffer.from('<html><script>1</script></html>'), 'not-png'], ['an empty file', Buffer.alloc(0), 'not-png'],
    ['half a PNG', png(50, 50).subarray(0, 60), 'not-png'], ['a PNG that unpacks to more than its size', bomb, 'not-png'],
    ['a PNG of 4 billion pixels', pngOf(65_535, 65_535, false, deflateSync(Buffer.alloc(100))), 'too-many-pixels'],
    ['an interlaced PNG', pngOf(1, 1, true, deflateSync(Buffer.alloc(64_000_000))), 'interlaced'],
    ['more than 200 kB', Buffer.concat([png(1, 1), randomBytes(200_000)]), 'too-large'],
  ])('%s is refused', async (_name, file, why) => {
    const desk = await open({ system: { chooseFile: async () => file } })
    expect(await desk.refused('profiles.chooseLogo', null)).toEqual({ code: 'logo-refused', why })
    const letterhead = { name: 'Acme', address: '', contact: '', logo: file.toString('base64') }
    expect(await desk.refused('profiles.save', saved(desk, letterhead)))
      .toEqual({ code: 'profile-invalid', problems: [{ field: 'letterhead.logo', code: `logo-${why}` }] })
  })

  it('that a page sends itself is encoded again too', async () => {
    const desk = await open()
    await desk.call('profiles.save', saved(desk, { name: 'Acme', address: '', contact: '', logo: withText.toString('base64') }))
    const { profiles } = await desk.call('profiles.list', null)
    const { logo } = profiles[0]!.profile.letterhead!
    const again = encodeLogo(withText)
    expect(logo).toBe(again.ok ? Buffer.from(again.value.png).toString('base64') : '')
  })
})

describe('the texts of a letterhead', () => {
  it.each([
    ['a name that turns the direction', { name: 'Acme \u202Eemca' }], ['a name with a second line', { name: 'Acme\nBank' }],
    ['a hidden character', { contact: 'help\u200B@acme.example' }], ['a name of 64 kB', { name: 'A'.repeat(65_536) }],
    ['an address of seven lines', { address: '1\n2\n3\n4\n5\n6\n7' }], ['no name', { name: ' ' }],
  ])('%s is refused', (_name, changes) => {
    const letterhead = { name: 'Acme', address: '', contact: '', logo: null, ...changes }
    expect(profileDraftSchema.safeParse({ ...builtInProfile, letterhead }).success).toBe(false)
  })

  it('are shown as text on the documents of the profile, with the logo, and recorded in the audit trail', async () => {
    const pages: PrintedPage[] = []
    const print = async (page: PrintedPage) => { pages.push(page); return true }
    const desk = await open({ system: { printing: { pdf: async () => new Uint8Array(), print } } })
    const letterhead = {
      name: '<b onclick="x">Acme & Söhne</b>', address: 'Straße 1\n10115 Berlin', contact: 'help@acme.example', logo: png(4, 2).toString('base64'),
    }
    await desk.call('profiles.save', saved(desk, letterhead))
    const { orderId, merchantOrderId } = await sell(desk)
    const order = { profileId: desk.profileId, entryPoint: endpoint, orderId, merchantOrderId }
    const { documentId } = await desk.call('documents.prepare', { order, wanted: { kind: 'payment' } })
    const { text } = await desk.call('documents.text', { documentId, language: 'en' })
    expect(text.split('\n').slice(0, 4)).toEqual([letterhead.name, 'Straße 1', '10115 Berlin', 'help@acme.example'])
    await desk.call('documents.print', { documentId, language: 'en' })
    expect(pages[0]!.html).toContain('&#60;b onclick=&#34;x&#34;&#62;Acme &#38; Söhne&#60;/b&#62;')
    expect(pages[0]!.html).not.toContain('<b ')
    expect(PNG.sync.read(Buffer.from(pages[0]!.logo!)).width).toBe(4)
    const { lines } = await desk.call('maintenance.audit', { before: null, limit: 50 })
    const line = lines.find(({ action }) => action === 'profile-changed')
    expect(line?.detail).toContain('address on documents: (none) → Straße 1, 10115 Berlin')
    expect(line?.detail).toMatch(/logo on documents: \(none\) → PNG of \d+ bytes, SHA-256 [0-9a-f]{16}/)
  })
})
