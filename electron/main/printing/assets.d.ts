/** Files that the bundler includes in main's code. */
declare module '*.woff2?inline' {
  /** A `data:` address with the file as Base64. */
  const address: string
  export = address
}
declare module '*.css?raw' {
  const text: string
  export = text
}
