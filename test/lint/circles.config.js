// The rule for `depcruise` in `npm run lint`: no circular imports, by types neither.
export default {
  forbidden: [{
    name: 'no-circle',
    comment: 'Move what both sides need to a module of its own, below both.',
    severity: 'error',
    from: {},
    to: { circular: true },
  }],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['node_modules', '^test/[.]artifacts/'] },
    // Includes imports of types, which compiling removes: such a circle is as hard to read as any other.
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { conditionNames: ['import', 'node', 'default', 'types'], exportsFields: ['exports'] },
  },
}
