// ESLint's own rules that oxlint lacks, as a plugin for oxlint.
import { builtinRules } from 'eslint/use-at-your-own-risk'

export const lacking = ['comma-dangle', 'max-len', 'no-restricted-syntax', 'quotes', 'semi']

export default {
  meta: { name: 'core' },
  rules: Object.fromEntries(lacking.map((name) => [name, builtinRules.get(name)])),
}
