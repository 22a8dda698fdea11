// The project's configuration without the rules that need types, for snippets of a test that lie in no file.
import ts from 'typescript-eslint'
import config from '../../eslint.config.js'

export default [
  ...config,
  {
    files: ['**/*.{ts,vue}'],
    ...ts.configs.disableTypeChecked,
  },
  { rules: { 'types/errors': 'off' } },
]
