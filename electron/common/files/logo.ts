/** The logo of documents: a PNG that is decoded and encoded again, so that nothing else of its file is kept. */
import { PNG } from 'pngjs'
import { largestLogo, mostLogoPixels, type LogoProblem } from '#shared/model/profiles/letterhead.ts'
import { failed, success, type Result } from '#shared/result.ts'

interface Logo {
  readonly png: Uint8Array
  readonly width: number
  readonly height: number
}

const begin = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52])
const headerLength = 33

/**
 * Decodes a file and encodes its pixels as a PNG without other content. SECURITY: the size that the header names is
 * checked before anything is unpacked, and the unpacking of a picture that is not interlaced ends at that size.
 */
export function encodeLogo(file: Uint8Array): Result<Logo, LogoProblem> {
  if (file.length > largestLogo) return failed('too-large')
  const bytes = Buffer.from(file)
  if (bytes.length < headerLength || !bytes.subarray(0, begin.length).equals(begin)) return failed('not-png')
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
  if (width === 0 || height === 0 || width * height > mostLogoPixels) return failed('too-many-pixels')
  if (bytes[28] !== 0) return failed('interlaced')
  const png = reencoded(bytes)
  if (png === null) return failed('not-png')
  return png.length > largestLogo ? failed('too-large') : success({ png, width, height })
}

function reencoded(bytes: Buffer): Uint8Array | null {
  try {
    const { width, height, data } = PNG.sync.read(bytes)
    const copy = new PNG({ width, height })
    copy.data = data
    return new Uint8Array(PNG.sync.write(copy, { colorType: 6, deflateLevel: 9 }))
  } catch {
    // The library throws for everything that is not a complete PNG.
    return null
  }
}
