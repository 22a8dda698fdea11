/** Texts that several screens use. */
export const common = {
  cancel: 'Cancel',
  close: 'Close',
  save: 'Save',
  clear: 'Clear',
  retry: 'Try again',
  required: 'Required',
  reason: 'Reason',
  reasonNeeded: 'Enter a reason.',
  optional: 'optional',
  endpoint: 'Endpoint',
  merchantIn: '{name} · {environment}',
  environment: {
    sandbox: 'Sandbox',
    staging: 'Staging',
    production: 'Production',
  },
  environmentAction: {
    sandbox: 'play money',
    staging: 'test money',
    production: 'real money',
  },
} as const
