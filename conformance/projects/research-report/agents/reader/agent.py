class Agent(AWPAgent):
    @property
    def name(self):
        return "reader"
