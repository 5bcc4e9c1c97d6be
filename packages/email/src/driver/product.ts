// Set when the package is built; sources that run as they are have no version.
declare const __PACKAGE_VERSION__: string | undefined;

export const version = typeof __PACKAGE_VERSION__ === 'string' ? __PACKAGE_VERSION__ : '0.0.0-source';

/** The name of this package in the user agent. */
export const userAgentProduct = `org-email/${version}`;
