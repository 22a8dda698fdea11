import { describe, expect, it } from 'vitest'
import { defaultSwitches } from '#shared/gateway/operations/switches.ts'
import { readGiven } from '#shared/inspector/given.ts'
import { baseStringSides } from '#shared/inspector/oauth/sides.ts'
import { readPasted } from '#shared/inspector/reading/read-pasted.ts'

const card = '4111111111111111'
const body = `a=x%20y&b=2&credit_card_number=${card}&cvv2=737&z=1`
const given = readGiven(readPasted(`POST https://gate.example/gw/api/v4/transfer/1\n\n${body}`)!, { operation: null, endpointId: null }, defaultSwitches)

const base = (parameters: string, url = 'https://gate.example/x') =>
  `POST&${encodeURIComponent(url)}&${encodeURIComponent(parameters)}`
const ours = base(body)
const sides = (theirs: string) => baseStringSides(theirs, ours, 'given', given, defaultSwitches).rows
const differing = (theirs: string) => sides(theirs).filter(({ differs, moved }) => differs || moved)
  .map(({ part, name, theirs: left, ours: right, moved }) => [part, name, left, right, moved])

describe('two base strings side by side', () => {
  it('show only the parameter that differs, as written in each', () => {
    expect(differing(base(body.replace('x%20y', 'x+y')))).toEqual([['parameter', 'a', 'x%2By', 'x%2520y', false]])
  })

  it('show the parameter that was moved, not those that it was moved past', () => {
    const moved = body.replace('a=x%20y&', '').concat('&a=x%20y')
    expect(differing(base(moved))).toEqual([['parameter', 'a', 'x%2520y', 'x%2520y', true]])
  })

  it('show missing and extra parameters at their place', () => {
    expect(differing(base(body.replace('&b=2', '&c=3')))).toEqual([
      ['parameter', 'c', '3', null, false], ['parameter', 'b', null, '2', false],
    ])
  })

  it('differ in method and address', () => {
    expect(differing(base(body, 'https://gate.example/x/').replace('POST', 'post'))).toEqual([
      ['method', '', 'post', 'POST', false],
      ['url', '', 'https%3A%2F%2Fgate.example%2Fx%2F', 'https%3A%2F%2Fgate.example%2Fx', false],
    ])
  })

  it('show no card number and no cvv anywhere; a difference in them is still reported', () => {
    for (const theirs of [
      ours, base(`${body}&q=${card}&w=737`), base(`${body}&cvv2737=1&k=4111%201111%201111%201111`), `POST&u&${card}737`,
      base(body.replace('737', '738')), encodeURIComponent(encodeURIComponent(ours)), base(body.replace('cvv2=', 'cvv2%2520=')),
      base(body, `https://me:737@gate.example/${card}`), base(body.replaceAll('7', '%37')), body,
    ]) {
      const shown = JSON.stringify(sides(theirs))
      expect(shown, theirs).not.toContain(card)
      expect(shown, theirs).not.toMatch(/73[78]/)
    }
    expect(differing(base(body.replace('737', '738')))).toEqual([['parameter', 'cvv2', 'XXX', 'XXX', false]])
  })

  it('show nothing beyond the largest number of parameters of a request', () => {
    const rows = sides(base(`${'m=1&'.repeat(3_000)}${body}`))
    expect(rows.find(({ part }) => part === 'around')).toMatchObject({ theirs: 'XXX', ours: null, differs: true })
    expect(JSON.stringify(rows)).not.toMatch(/737/)
  })
})
