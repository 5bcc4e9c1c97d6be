// Set by the build. Sources that run unbuilt have no version.
declare const __PACKAGE_VERSION__: string | undefined;

const version = typeof __PACKAGE_VERSION__ === 'string' ? __PACKAGE_VERSION__ : '0.0.0-source';

/** The name of this package in the user agent. */
export const userAgentProduct = `org-routing/${version}`;
