/** The conclusion from both queries of a connection test: which part of the profile is wrong, and the next step. */
import type { CheckLine } from '#shared/model/application/app.ts'

/**
 * The result of one query. `elsewhere`: something other than a gateway replied. `not-shown`: a gateway replied, but not
 * about the authentication.
 */
export type ProbeVerdict = 'accepted' | 'refused' | 'not-shown' | 'elsewhere' | 'no-answer' | 'not-tried'

/**
 * The conclusion from the version 2 query (`control`) and the version 4 query (OAuth), sent to one address with one
 * login. Null if neither was tried, as each line then states why.
 */
export function connectionConclusion(control: ProbeVerdict, oauth: ProbeVerdict): CheckLine | null {
  const line = (result: CheckLine['result'], detail: string): CheckLine => ({ id: 'conclusion', result, detail })
  if (control === 'not-tried' && oauth === 'not-tried') return null
  // A gateway replied to one query: it lacks the status query of the other version, or has it at another path.
  if (control === 'accepted' && oauth === 'elsewhere') return line('warning', onlyOneFound('Version 2', 'version 4', 'the key'))
  if (control === 'elsewhere' && oauth === 'accepted') {
    return line('warning', onlyOneFound('Version 4', 'version 2', 'the control secret'))
  }
  if (control !== 'refused' && control !== 'not-shown' && (control === 'elsewhere' || oauth === 'elsewhere')) {
    return line('bad', 'No gateway was found at this address. Compare the base URL and the product word with what gateway '
      + 'support provided, then test again.')
  }
  if (control === 'accepted' && oauth === 'accepted') {
    return line('good', 'The profile works: address, login, control secret and key are right.')
  }
  if (control === 'refused' && oauth === 'accepted') {
    return line('bad', 'Probably the wrong control secret. The rest looks right: version 4 is accepted with the same address, '
      + 'login and key. Copy the control secret of this login and environment again, and replace it in the profile.')
  }
  if (control === 'accepted' && oauth === 'refused') {
    return line('bad', 'Probably the key is not registered for this login. The rest looks right: version 2 is accepted with the '
      + 'same address, login and control secret. Send the public key of this profile to gateway support, or choose the '
      + 'key that they have. A wrong clock is refused in the same way.')
  }
  if (control === 'refused' && oauth === 'refused') {
    return line('bad', 'Probably the wrong login, or secret and key of another environment: version 2 and version 4 are both '
      + 'refused. Compare login, base URL and environment with what gateway support provided.')
  }
  return oneSided(control, oauth, line)
}

function onlyOneFound(works: string, other: string, notShown: string): string {
  return `${works} works. The status query of ${other} was not found at its path, so this test shows nothing about `
    + `${notShown}. Ask gateway support whether ${other} is available to this login, and under which path (“Different paths”).`
}

function oneSided(
  control: ProbeVerdict, oauth: ProbeVerdict, line: (result: CheckLine['result'], detail: string) => CheckLine,
): CheckLine {
  if (control === 'not-shown') {
    return line('warning', 'The gateway answered, but refused the question of version 2 for another reason than the order. '
      + 'The line below quotes it. Compare login and endpoint with what gateway support provided, or ask them about this answer.')
  }
  if (control === 'no-answer' || oauth === 'no-answer') {
    return line('warning', 'The gateway did not answer both questions, so nothing certain can be said. '
      + 'The lines below say why. Then test again.')
  }
  if (control === 'accepted') return line('good', 'Version 2 works. Version 4 was not tried; the line below says why.')
  if (oauth === 'accepted') return line('good', 'Version 4 works. Version 2 was not tried; the line below says why.')
  return control === 'refused'
    ? line('bad', 'Probably the control secret is wrong, or it belongs to another login or environment. Compare each with '
      + 'what gateway support provided. With a key in the profile, this test can distinguish secret and login.')
    : line('bad', 'Probably the key is not registered for this login and environment. With a control secret in the '
      + 'profile, this test can distinguish key and login.')
}
