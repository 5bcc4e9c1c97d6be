// Runs the spec whose file is the first argument, and prints the result of each test as one line of JSON.
const Jasmine = require('jasmine');

const [, , file] = process.argv;
const jasmine = new Jasmine();
jasmine.loadConfig({ spec_files: [file], random: false, failSpecWithNoExpectations: false });
jasmine.exitOnCompletion = false;
jasmine.clearReporters();
jasmine.addReporter({
  specDone({ fullName, status, failedExpectations }) {
    const reason = failedExpectations.map(({ message }) => message).join('; ');
    console.log(JSON.stringify({ name: fullName, status, reason }));
  },
});
jasmine.execute().then(() => process.exit(0));
