/** Files that the bundler puts into the code of main. */
declare module '*.woff2?inline' {
  /** A `data:` address with the file as Base64. */
  const address: string
  export = address
}
declare module '*.css?raw' {
  const text: string
  export = text
}
