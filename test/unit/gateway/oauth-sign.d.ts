/** The library has no types; only what the tests and benchmarks call is declared. */
declare module 'oauth-sign' {
  const library: {
    generateBase(method: string, url: string, parameters: Readonly<Record<string, string | readonly string[]>>): string
  }
  export default library
}
