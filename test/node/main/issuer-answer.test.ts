import { describe, expect, it } from 'vitest'
import { readAnswer } from '../../../electron/main/issuer/answer.ts'

const posted = (...bodies: string[]) => ({
  method: 'POST', resourceType: 'mainFrame', uploadData: bodies.map((body) => ({ bytes: Buffer.from(body) })),
})

describe('an issuer’s answer', () => {
  it('is the form that a frame posts, in any parts', () => {
    const fields = [['cres', 'eyJ+'], ['threeDSSessionData', 'a b']]
    expect(readAnswer(posted('cres=eyJ%2B&threeDSSessionData=a+b'), 'cres')).toEqual(fields)
    expect(readAnswer(posted('cr', 'es=eyJ%2B&threeDSSession', 'Data=a+b'), 'cres')).toEqual(fields)
    expect(readAnswer({ ...posted('PaRes=x'), resourceType: 'subFrame' }, 'PaRes')).toEqual([['PaRes', 'x']])
  })

  it('is nothing else', () => {
    const answer = posted('cres=x')
    expect(readAnswer(answer, 'PaRes')).toBeNull()
    expect(readAnswer({ ...answer, method: 'GET' }, 'cres')).toBeNull()
    for (const resourceType of ['xhr', 'ping', 'image', 'other']) expect(readAnswer({ ...answer, resourceType }, 'cres')).toBeNull()
    expect(readAnswer(posted(), 'cres')).toBeNull()
    expect(readAnswer({ method: 'POST', resourceType: 'mainFrame' }, 'cres')).toBeNull()
    expect(readAnswer(posted('--x\r\nContent-Disposition: form-data; name="cres"\r\n\r\nx'), 'cres')).toBeNull()
  })

  it('has no files and is not longer than 256 kB', () => {
    const bytes = Buffer.from('cres=x')
    expect(readAnswer({ ...posted(), uploadData: [{ bytes, file: '/etc/passwd' }] }, 'cres')).toBeNull()
    expect(readAnswer({ ...posted(), uploadData: [{ bytes, blobUUID: '1' }] }, 'cres')).toBeNull()
    const longest = 256 * 1024 - 'cres='.length
    expect(readAnswer(posted('cres=', 'x'.repeat(longest)), 'cres')).not.toBeNull()
    expect(readAnswer(posted('cres=', 'x'.repeat(longest + 1)), 'cres')).toBeNull()
  })

  it('has 500 fields at most', () => {
    expect(readAnswer(posted(`cres=x${'&a=1'.repeat(499)}`), 'cres')).toHaveLength(500)
    expect(readAnswer(posted(`cres=x${'&a=1'.repeat(500)}`), 'cres')).toBeNull()
  })
})
