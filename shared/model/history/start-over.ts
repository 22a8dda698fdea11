/** What a person types to start the desk over. Without schemas: the first screen needs it. */
export const startOverPhrase = 'start over'
