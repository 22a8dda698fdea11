import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Diagnosis } from '../../../electron/inspector/diagnosis.ts'
import { diagnose, known, secret } from '../../support/inspector/random-requests.ts'

const idsOf = ({ causes }: Diagnosis) => causes.map(({ id }) => id)

describe('a right control whose body is not sent as a form', () => {
  const control = createHash('sha1').update(`shopA177${secret}`).digest('hex')
  const fields = [['login', 'shop'], ['client_orderid', 'A1'], ['orderid', '77'], ['control', control]] as const
  const body = fields.map((pair) => pair.join('=')).join('&')
  const url = 'https://gate.example/gw/api/v2/status/22903'
  const http = (type: string, text = body) => `POST ${url} HTTP/1.1\r\nContent-Type: ${type}\r\n\r\n${text}`
  const asked = async (text: string) => diagnose({ ...known(null), text })

  it.each([
    ['a string that fetch sends', http('text/plain;charset=UTF-8')],
    ['a form that is called JSON', http('application/json')],
    ['curl -F', `curl ${url} ${fields.map((pair) => `-F '${pair.join('=')}'`).join(' ')}`],
    ['an array of PHP, as a proxy shows it', http('multipart/form-data; boundary=b', fields
      .map(([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}`).join('\r\n'))],
  ])('is not called right: %s', async (_, text) => {
    const found = await asked(text)
    expect(found.verdict).toBe('explained')
    expect(idsOf(found)).toEqual(['body-not-form'])
  })

  it.each(['application/x-www-form-urlencoded', 'application/x-www-form-urlencoded; charset=UTF-8'])('is right as %s', async (type) => {
    expect((await asked(http(type))).verdict).toBe('valid')
  })
})
