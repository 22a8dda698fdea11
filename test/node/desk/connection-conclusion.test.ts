import { expect, it } from 'vitest'
import { connectionConclusion, type ProbeVerdict } from '../../../electron/desk/profiles/connection-conclusion.ts'

it.each<[ProbeVerdict, ProbeVerdict, string, RegExp]>([
  ['accepted', 'accepted', 'good', /^The profile works/],
  ['refused', 'accepted', 'bad', /^Probably the wrong control secret\. The rest looks right.*replace it/],
  ['accepted', 'refused', 'bad', /^Probably the key is not registered.*rest looks right.*Send the public key/],
  ['refused', 'refused', 'bad', /^Probably the wrong login.*environment/],
  ['refused', 'not-tried', 'bad', /^Probably the control secret is wrong, or/],
  ['not-tried', 'refused', 'bad', /^Probably the key is not registered/],
  ['accepted', 'not-tried', 'good', /^Version 2 works/],
  ['not-tried', 'accepted', 'good', /^Version 4 works/],
  ['elsewhere', 'elsewhere', 'bad', /^No gateway was found/],
  ['elsewhere', 'refused', 'bad', /^No gateway was found/],
  ['elsewhere', 'not-tried', 'bad', /^No gateway was found/],
  ['accepted', 'elsewhere', 'warning', /^Version 2 works.*version 4 was not found at its path.*nothing about the key/],
  ['elsewhere', 'accepted', 'warning', /^Version 4 works.*version 2 was not found at its path.*nothing about the control secret/],
  ['refused', 'elsewhere', 'bad', /^Probably the control secret is wrong/],
  ['accepted', 'no-answer', 'warning', /nothing certain/],
  ['not-shown', 'accepted', 'warning', /^The gateway answered, but refused the question of version 2/],
])('version 2 %s and version 4 %s: %s', (control, oauth, result, detail) => {
  expect(connectionConclusion(control, oauth)).toMatchObject({ id: 'conclusion', result, detail: expect.stringMatching(detail) as string })
})

it('with nothing tried has no conclusion: each line has the reason', () => {
  expect(connectionConclusion('not-tried', 'not-tried')).toBeNull()
})
