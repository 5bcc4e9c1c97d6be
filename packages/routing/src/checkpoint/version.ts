/**
 * The version of the key of a request and of the form of its kept answers. Another one has other keys: a
 * version of this package that changes what is hashed or kept counts it up.
 */
export const checkpointVersion = 2;
