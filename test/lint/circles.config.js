// What `depcruise` of `npm run lint` refuses: modules that import each other in a circle, by types alone or not.
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
    // Imports of types are gone after compiling; a circle of them is as hard to read as any other.
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { conditionNames: ['import', 'node', 'default', 'types'], exportsFields: ['exports'] },
  },
}
