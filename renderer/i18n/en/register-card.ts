/** Texts of the screen "Register card". */
export const registerCard = {
  title: 'Register card',
  version: 'Version',
  v2: 'Version 2',
  v2Hint: 'Signed with the control secret. Also returns an id that is the same for every use of one card number.',
  v4: 'Version 4',
  v4Hint: 'Signed with the key. Also returns ids for automatic transactions and transfers.',
  noKey: 'This profile has no key: version 4 requests cannot be signed.',
  fromOrder: 'From order {orderId}. The ids belong to that order.',
  ids: 'Ids from the gateway and their use',
} as const
