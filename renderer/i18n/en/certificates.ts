/** Texts about certificate authorities, which profiles and the team add. */
export const certificates = {
  subject: 'Subject',
  validity: 'Validity',
  until: { 'valid': 'Valid until {until}', 'expired': 'Expired on {until}', 'not-yet-valid': 'Not valid yet, until {until}' },
  fingerprint: 'SHA-256',
  expired: 'A certificate is not valid now. A server that relies on it is refused.',
  remove: 'Remove {name}',
  removeAll: 'Remove all',
  choose: 'Choose file…',
  add: 'Add from file…',
  reminder: {
    soon: '{what} is valid until {day}',
    due: '{what} expired on {day}',
    ofProfile: 'The certificate authority {name} of the profile {profile}',
    ofTeam: 'The certificate authority {name} of the team',
    next: {
      soon: 'Add its successor beside it, and remove it once servers no longer use it.',
      due: 'A server that relies on it is refused. Add its successor, and remove it.',
    },
    openTeam: 'Open team',
  },
} as const
