// oxlint's rule against circular imports, in `npm run lint`: by types neither, and through components too.
export default {
  plugins: ['import'],
  categories: { correctness: 'off' },
  rules: { 'import/no-cycle': ['error', { ignoreTypes: false }] },
  ignorePatterns: ['node_modules/**', 'out/**', 'dist/**', 'test/.artifacts/**'],
}
